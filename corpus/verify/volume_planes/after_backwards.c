/* verify: refuted
 * The pointers to the planes take turns in the wrong direction.
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

static int smooth(const float *in, float *out)
{
    const int plane = H * W;
    float *t = malloc(3 * plane * sizeof(float));

    if (t == NULL)
        return -1;

    float *p0 = t, *p1 = t + plane, *p2 = t + 2 * plane;

    for (int z = 0; z < D; z++) {
        const float *now = in + z * plane;

        for (int y = 1; y < H - 1; y++)
            for (int x = 1; x < W - 1; x++)
                p2[y * W + x] = now[y * W + x - 1] + now[y * W + x + 1]
                              + now[(y - 1) * W + x] * now[(y + 1) * W + x];
        if (z >= 2)
            for (int y = 1; y < H - 1; y++)
                for (int x = 1; x < W - 1; x++)
                    out[(z - 1) * plane + y * W + x] = 0.25f * p0[y * W + x] + 0.5f * p1[y * W + x]
                                                     + 0.125f * p2[y * W + x];

        float *next = p2;
        p2 = p1;
        p1 = p0;
        p0 = next;
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
