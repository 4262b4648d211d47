/* verify: refuted
 * The bound is another one.
 */
#include <stdio.h>

#ifndef N
#define N 9
#endif

static void mark(int n, const int *restrict at, const int *restrict t, int *restrict out)
{
    for (int i = 0; i < n; i++)
        out[i] = at[i] >= 0 && t[at[i]] > 2;
}

int main(void)
{
    static int at[N], t[N], out[N];
    for (int i = 0; i < N; i++) {
        at[i] = i % 2 ? i : -1000000;
        t[i] = i * 5 % 8;
    }
    mark(N, at, t, out);
    for (int i = 0; i < N; i++)
        printf("%d ", out[i]);
    return 0;
}
