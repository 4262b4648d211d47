/*
 * A filter along the three axes of a flat volume; macros index it. A volume
 * lies between the second axis and the third.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef D
#define D 6 /* planes */
#endif
#ifndef H
#define H 5 /* rows */
#endif
#ifndef W
#define W 4 /* columns */
#endif

#define AT(z, y, x) (((z) * H + (y)) * W + (x))

static int smooth(const float *in, float *out)
{
    const int n = D * H * W;
    float *t = malloc(n * sizeof(float));

    if (t == NULL)
        return -1;
    for (int z = 0; z < D; z++)
        for (int y = 1; y < H - 1; y++)
            for (int x = 1; x < W - 1; x++)
                t[AT(z, y, x)] = in[AT(z, y, x - 1)] + in[AT(z, y, x + 1)]
                               + in[AT(z, y - 1, x)] * in[AT(z, y + 1, x)];
    for (int z = 1; z < D - 1; z++)
        for (int y = 1; y < H - 1; y++)
            for (int x = 1; x < W - 1; x++)
                out[AT(z, y, x)] = 0.25f * t[AT(z - 1, y, x)] + 0.5f * t[AT(z, y, x)]
                                 + 0.125f * t[AT(z + 1, y, x)];
    free(t);
    return 0;
}

int main(void)
{
    static float in[D * H * W], out[D * H * W];
    unsigned seed = 16;

    for (int i = 0; i < D * H * W; i++) {
        seed = seed * 1664525u + 1013904223u;
        in[i] = (seed >> 8) / 16777216.0f;
    }

    if (smooth(in, out))
        return 1;

    for (int i = 0; i < D * H * W; i++)
        printf("%a\n", out[i]);
    return 0;
}
