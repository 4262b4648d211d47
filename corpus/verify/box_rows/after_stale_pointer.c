/* verify: refuted
 * The pointers take turns without a fourth: `r2` becomes a row that is still
 * needed.
 */
#include <stdio.h>

#ifndef H
#define H 11 /* rows */
#endif
#ifndef W
#define W 9 /* columns */
#endif

static void box(const float in[H][W], float out[H][W])
{
    static float a[W], b[W], c[W];
    float *r0 = a, *r1 = b, *r2 = c;

    for (int y = 0; y < H; y++) {
        for (int x = 1; x < W - 1; x++)
            r2[x] = in[y][x - 1] + in[y][x] + in[y][x + 1];
        if (y >= 2)
            for (int x = 1; x < W - 1; x++)
                out[y - 1][x] = (r0[x] + r1[x] + r2[x]) / 9;

        r0 = r1;
        r1 = r2;
        r2 = r0;
    }
}

static float in[H][W];
static float out[H][W];

int main(void)
{
    unsigned seed = 1;
    double checksum = 0;

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            seed = seed * 1664525u + 1013904223u;
            in[y][x] = (seed >> 8) / 16777216.0f;
        }

    box(in, out);

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            checksum = 0.996 * checksum + out[y][x];
    printf("%a\n", checksum);
    return 0;
}
