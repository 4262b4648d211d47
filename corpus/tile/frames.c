/*
 * A loop over frames around the steps: it prints, so the loops inside of it are tiled.
 *
 * Expected: tiles of the loops over steps and points.
 */
#include <stdio.h>

#ifndef N
#define N 15 /* points */
#endif
#ifndef T
#define T 8 /* steps of a frame */
#endif

static double u[N], v[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        u[i] = 0.5 + i * 7 % 11 / 11.0;
    for (int frame = 0; frame < 3; frame++) {
        for (int t = 0; t < T; t++) {
            for (int i = 1; i < N - 1; i++)
                v[i] = 0.5 * (u[i - 1] + u[i + 1]);
            for (int i = 1; i < N - 1; i++)
                u[i] = v[i];
        }
        printf("frame %d: %a\n", frame, u[N / 2]);
    }
    return 0;
}
