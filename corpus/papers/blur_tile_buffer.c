/*
 * The same two-stage blur in B x B tiles, with a scratch tile.
 *
 * Bhaskaracharya, Bondhugula, Cohen: "Automatic Storage Optimization for
 * Arrays", Section 4, Figure 5(b): inside a tile, column x of the first stage is
 * produced and used at once, and the top two entries of every column are still
 * needed by the tile above.
 *
 * The paper indexes one array across tiles (macros over tx, ty, x, y) and leaves
 * the tiles' live-out to the reader. Here it is written as people do: blurx is
 * a tile local to the tile loops, and carry hands the top two entries of each
 * column to the next row of tiles. Partial tiles are avoided by padding the
 * images to whole tiles (the printed loops run over the edge otherwise). B >= 2.
 *
 * Expected:
 *   blurx   B*B by a modulo per dimension, 3B-2 cells along y - 2x
 *   carry   stays: all of it is alive from one row of tiles to the next
 */
#include <stdio.h>

#ifndef N
#define N 10 /* columns, x */
#endif
#ifndef M
#define M 13 /* rows, y */
#endif
#ifndef B
#define B 4
#endif
#define NPAD (((N - 1) / B + 1) * B)
#define MPAD (((M - 1) / B + 1) * B)

static void kernel(double in[NPAD + 2][MPAD], double out[NPAD][MPAD])
{
    int tx, ty, x, y;
    double carry[NPAD][2];

    for (ty = 0; ty <= (M - 1) / B; ++ty)
        for (tx = 0; tx <= (N - 1) / B; ++tx) {
            double blurx[B][B];

            for (x = 0; x <= B - 1; ++x) {
                for (y = 0; y <= B - 1; ++y)
                    blurx[x][y] = 0.31 * in[tx * B + x][ty * B + y]
                                + 0.43 * in[tx * B + x + 1][ty * B + y]
                                + 0.27 * in[tx * B + x + 2][ty * B + y];
                for (y = 0; y <= B - 1; ++y)
                    if (ty * B + y >= 2)
                        out[tx * B + x][ty * B + y] = 0.33 * blurx[x][y]
                            + 0.41 * (y >= 1 ? blurx[x][y - 1] : carry[tx * B + x][1])
                            + 0.29 * (y >= 2 ? blurx[x][y - 2] : carry[tx * B + x][y]);
            }

            /* the top of the tile, for the tile above */
            for (x = 0; x <= B - 1; ++x) {
                carry[tx * B + x][0] = blurx[x][B - 2];
                carry[tx * B + x][1] = blurx[x][B - 1];
            }
        }
}

static unsigned int rng = 78u;

static double value(void)
{
    rng = rng * 1664525u + 1013904223u;
    return 0.5 + (rng >> 8) / 16777216.0;
}

static double in[NPAD + 2][MPAD];
static double out[NPAD][MPAD];

int main(void)
{
    double checksum = 0.0;
    int x, y;

    for (x = 0; x < NPAD + 2; ++x)
        for (y = 0; y < MPAD; ++y)
            in[x][y] = value();

    kernel(in, out);

    for (x = 0; x < NPAD; ++x)
        for (y = 0; y < MPAD; ++y)
            checksum = 0.996 * checksum + out[x][y];
    printf("checksum %a\n", checksum);
    for (x = 0; x < N; ++x)
        for (y = 2; y < M; ++y)
            printf("%a\n", out[x][y]);
    return 0;
}
