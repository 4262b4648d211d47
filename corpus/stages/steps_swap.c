/*
 * Diffusion with limited fluxes: three stages in each time step, then the two states are swapped.
 *
 * Expected: the loops stay: whole images are copied as flat arrays.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef H
#define H 10
#endif
#ifndef W
#define W 12
#endif
#ifndef STEPS
#define STEPS 4
#endif

static void diffuse(float *u, float *v, int w, int h, int steps)
{
    const int n = w * h;
    float *gx = malloc(n * sizeof(float));
    float *gy = malloc(n * sizeof(float));
    float *lim = malloc(n * sizeof(float));
    int t, x, y;

    if (gx && gy && lim) {
        for (t = 0; t < steps; t++) {
            for (y = 0; y < h - 1; y++)
                for (x = 0; x < w - 1; x++) {
                    gx[y * w + x] = u[y * w + x + 1] - u[y * w + x];
                    gy[y * w + x] = u[(y + 1) * w + x] - u[y * w + x];
                }
            for (y = 0; y < h - 1; y++)
                for (x = 0; x < w - 1; x++)
                    lim[y * w + x] = 1 / (1 + gx[y * w + x] * gx[y * w + x] + gy[y * w + x] * gy[y * w + x]);
            memcpy(v, u, n * sizeof *v);
            for (y = 1; y < h - 1; y++)
                for (x = 1; x < w - 1; x++)
                    v[y * w + x] = u[y * w + x] + 0.2f * (lim[y * w + x] * gx[y * w + x]
                        - lim[y * w + x - 1] * gx[y * w + x - 1] + lim[y * w + x] * gy[y * w + x]
                        - lim[(y - 1) * w + x] * gy[(y - 1) * w + x]);
            memcpy(u, v, n * sizeof *u);
        }
    }
    free(gx);
    free(gy);
    free(lim);
}

int main(void)
{
    static float u[H * W], v[H * W];
    float sum = 0;

    for (int i = 0; i < H * W; i++)
        u[i] = (float)(i * 37 % 23) / 8;
    diffuse(u, v, W, H, STEPS);
    for (int i = 0; i < H * W; i++)
        sum = 0.5f * sum + u[i];
    printf("the checksum is %a\n", sum);
    return 0;
}
