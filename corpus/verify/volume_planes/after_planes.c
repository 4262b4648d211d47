/* verify: proved
 * Pointers to three planes take turns; the positions are hoisted.
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

        for (int y = 1; y < H - 1; y++) {
            const float *row = now + y * W;

            for (int x = 1; x < W - 1; x++)
                p2[y * W + x] = row[x - 1] + row[x + 1] + row[x - W] * row[x + W];
        }
        if (z >= 2)
            for (int i = 0; i < plane; i++) {
                const int x = i % W, y = i / W;

                if (x >= 1 && x < W - 1 && y >= 1 && y < H - 1)
                    out[(z - 1) * plane + i] = 0.25f * p0[i] + 0.5f * p1[i] + 0.125f * p2[i];
            }

        float *next = p0;
        p0 = p1;
        p1 = p2;
        p2 = next;
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
