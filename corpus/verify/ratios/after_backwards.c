/* verify: proved
 * The ratios from the end, kept in scalars; memory that may overlap is moved.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef N
#define N 12
#endif

void ratios(const int top[N], const int bottom[N], int out[N])
{
    int next = 0;

    for (int i = N - 1; i >= 0; i--) {
        int ratio = 0;
        if (bottom[i] != 0)
            ratio = top[i] / bottom[i];
        out[i] = ratio + next;
        next = ratio;
    }
    memmove(out + 1, out, (N - 1) * sizeof *out);
}

int main(void)
{
    int top[N], bottom[N], out[N];

    for (int i = 0; i < N; i++) {
        top[i] = i * 7 % 23;
        bottom[i] = i * 5 % 4;
    }
    ratios(top, bottom, out);
    for (int i = 0; i < N; i++)
        printf("%d\n", out[i]);
    return 0;
}
