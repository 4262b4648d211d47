// kept: line not-faster
/* A delay line: half of it would do, but then each iteration of the loop computes two remainders. */
#include <stdio.h>

#ifndef N
#define N 40
#endif

int main(void)
{
    double line[2 * N];
    double sum = 0;

    for (int i = 0; i < 2 * N; i++) {
        line[i] = 0.5 * i + i % 7;
        if (i >= N)
            sum += line[i - N + 1] * line[i];
    }
    printf("%.17g\n", sum);
    return 0;
}
