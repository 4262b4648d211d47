/* verify: refuted
 * The `for` loop became a `while` loop: `continue` leaves out its step.
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
    static float ring[3][W];
    int row = 0;

    while (row < H) {
        const int newest = row % 3, middle = (row + 2) % 3, oldest = (newest + 1) % 3;

        for (int col = 1; col < W - 1; col++)
            ring[newest][col] = in[row][col - 1] + in[row][col] + in[row][col + 1];
        if (row < 2)
            continue;
        for (int col = 1; col < W - 1; col++)
            out[row - 1][col] = (ring[oldest][col] + ring[middle][col] + ring[newest][col]) / 9;
        row++;
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
