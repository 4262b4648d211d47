/*
 * Sizes that are plain numbers.
 *
 * Expected:
 *   b      190 cells in place of 64 x 64: what is left of a column is its last two rows
 *   ends   stays: all of it is alive at the end
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

int main(void)
{
    double checksum = 0.0;

    for (int x = 0; x < 65; x++)
        for (int y = 0; y < 64; y++)
            in[x][y] = x * 0.35 + (x * y % 7) * 0.25;
    columns();
    wide_columns();
    for (int x = 0; x < 64; x++)
        for (int y = 2; y < 64; y++)
            checksum = checksum * 0.99 + out[x][y];
    printf("checksum %a\n", checksum);
    return 0;
}
