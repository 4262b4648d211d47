/* The body changes the counter: nobody knows which iteration is the last one. */
#include <stdio.h>

#ifndef N
#define N 18
#endif

int main(void)
{
    double a[N], first = 0;

    for (int i = 0; i < N; i++) {
        a[i] = i == 0 ? 1.5 : a[i - 1] * 0.5 + i;
        if (a[i] > 1e6)
            i++;
        first += a[i];
    }
    printf("%a %a\n", first, a[0]);
    return 0;
}
