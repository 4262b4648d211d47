/* verify: proved
 * Functions for rows, which share no scratch; the loops of the caller are in
 * the other order.
 */
#include <math.h>
#include <stdio.h>

#ifndef H
#define H 7 /* rows */
#endif
#ifndef W
#define W 8 /* columns */
#endif

typedef float Image[H][W];
typedef float Row[W];

static void along_rows(const float *in, Row gx)
{
    for (int x = 1; x < W - 1; x++)
        gx[x] = in[x + 1] - in[x - 1];
}

static void along_columns(const float *above, const float *below, Row gy)
{
    for (int x = 0; x < W; x++)
        gy[x] = below[x] - above[x];
}

static void combine(Row gx, Row gy, float *out)
{
    for (int x = 1; x < W - 1; x++) {
        float sum = gx[x] * gx[x] + gy[x] * gy[x];
        out[x] = sqrtf(sum);
    }
}

void strength(Image in, Image out)
{
    Row gx, gy;

    for (int y = H - 2; y > 0; y--) {
        along_columns(in[y - 1], in[y + 1], gy);
        along_rows(in[y], gx);
        combine(gx, gy, out[y]);
    }
}

static Image in, out;

int main(void)
{
    unsigned seed = 15;

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            seed = seed * 1664525u + 1013904223u;
            in[y][x] = (seed >> 8) / 16777216.0f;
        }

    strength(in, out);

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            printf("%a\n", out[y][x]);
    return 0;
}
