/*
 * Sizes that are plain numbers.
 *
 * Expected:
 *   b      190 cells in place of 64 x 64: what is left of a column is its last two rows
 *   ends   stays: all of it is alive at the end
 *   row    12 cells in place of 10 x 12, although h and w may be anything where the other is no more than 0
 *   sum    14 cells in place of 10 x 12 x 14, for the same reason
 */
#include <stdio.h>

static double in[65][64], out[64][64];

static void columns(void)
{
    double b[64][64];
    double ends[64][2];

    for (int x = 0; x < 64; x++) {
        for (int y = 0; y < 64; y++)
            b[x][y] = in[x][y] + in[x + 1][y] * 0.5;
        for (int y = 2; y < 64; y++)
            out[x][y] = b[x][y] + b[x][y - 1] * 0.75 + b[x][y - 2] * 0.25;
    }
    for (int x = 0; x < 64; x++) {
        ends[x][0] = b[x][62];
        ends[x][1] = b[x][63];
    }
    for (int x = 0; x < 64; x += 9)
        printf("%a %a\n", ends[x][0], ends[x][1]);
    for (int x = 5; x < 64; x += 9)
        printf("%a %a\n", ends[x][1], ends[x][0]);
}

/* counters that no int need hold: what stays the same has no name */
static void wide_columns(void)
{
    double b[64][64];
    double ends[64][2];

    for (long x = 0; x < 64; x++) {
        for (int y = 0; y < 64; y++)
            b[x][y] = in[x][y] + in[x + 1][y] * 0.5;
        for (int y = 2; y < 64; y++)
            out[x][y] = b[x][y] + b[x][y - 1] * 0.75 + b[x][y - 2] * 0.25;
    }
    for (long x = 0; x < 64; x++) {
        ends[x][0] = b[x][62];
        ends[x][1] = b[x][63];
    }
    for (long x = 0; x < 64; x += 9)
        printf("%a %a\n", ends[x][0], ends[x][1]);
    for (long x = 5; x < 64; x += 9)
        printf("%a %a\n", ends[x][1], ends[x][0]);
}

/* few and short: what is executed is less than the declaration allows, where it is executed */
static void mirrored(int h, int w)
{
    double row[10][12];

    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            row[y][x] = in[y][x] * 0.5;
        for (int x = 0; x < w; x++)
            out[y][x] += row[y][w - 1 - x];
    }
}

static void products(int nr, int nq, int np)
{
    double sum[10][12][14];

    for (int r = 0; r < nr; r++)
        for (int q = 0; q < nq; q++) {
            for (int p = 0; p < np; p++) {
                sum[r][q][p] = 0.0;
                for (int s = 0; s < np; s++)
                    sum[r][q][p] += in[r][s] * in[s + q][p];
            }
            for (int p = 0; p < np; p++)
                out[r + q][p + 20] += sum[r][q][p];
        }
}

int main(void)
{
    double checksum = 0.0;

    for (int x = 0; x < 65; x++)
        for (int y = 0; y < 64; y++)
            in[x][y] = x * 0.35 + (x * y % 7) * 0.25;
    columns();
    wide_columns();
    mirrored(10, 11);
    products(9, 12, 14);
    for (int x = 0; x < 64; x++)
        for (int y = 2; y < 64; y++)
            checksum = checksum * 0.99 + out[x][y];
    printf("checksum %a\n", checksum);
    return 0;
}
