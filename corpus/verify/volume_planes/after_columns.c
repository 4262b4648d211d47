/* verify: proved
 * Row by row: three planes, and the filter along the planes follows each row.
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
    float (*t)[H][W] = malloc(3 * sizeof *t);

    if (t == NULL)
        return -1;
    for (int z = 0; z < D; z++)
        for (int y = 1; y < H - 1; y++) {
            const int row = (z * H + y) * W;

            for (int x = 1; x < W - 1; x++)
                t[z % 3][y][x] = in[row + x - 1] + in[row + x + 1] + in[row + x - W] * in[row + x + W];
            if (z >= 2)
                for (int x = 1; x < W - 1; x++)
                    out[row - H * W + x] = 0.25f * t[(z + 1) % 3][y][x]
                                         + 0.5f * t[(z + 2) % 3][y][x] + 0.125f * t[z % 3][y][x];
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
