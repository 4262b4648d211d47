/* verify: refuted
 * The jump leaves the counter where the sum starts, which it is not set to.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 17 /* samples */
#endif

static float in[N], out[N];

static int stages(const float *a, float *b, int n)
{
    int i, from = 1;
    float *t = malloc(n * sizeof *t);

    if (!t)
        return -1;
    if (a[0] > 8.0f)
        goto end;
    for (i = 0; i < n; i++) {
        t[0] = a[i] * 2.0f;
        b[i] = t[0] + 1.0f;
    }
    from = i - 3;
end:
    for (i = from; i < n; i++)
        b[i] += 4.0f;
    free(t);
    return from;
}

int main(void)
{
    for (int k = 0; k < 2; k++) {
        int from;

        for (int i = 0; i < N; i++)
            in[i] = (float)(k * 9 + i % 5);
        from = stages(in, out, N);
        printf("%d %g %g\n", from, out[0], out[N - 1]);
    }
    return 0;
}
