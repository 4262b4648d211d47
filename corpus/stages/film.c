/*
 * Motion in a film: for each frame some stages on scratch images of the file, and a message.
 *
 * Expected:
 *   diff      3 rows
 *   smooth    one row or less
 */
#include <stdio.h>

#ifndef H
#define H 13 /* rows */
#endif
#ifndef W
#define W 15 /* columns */
#endif
#define FRAMES 5

static float film[FRAMES + 1][H][W];
static float diff[H][W], smooth[H][W], energy[H][W];

static void difference(int f)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            diff[y][x] = film[f + 1][y][x] - film[f][y][x];
}

static void blur(void)
{
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++)
            smooth[y][x] = (diff[y - 1][x] + diff[y][x - 1] + diff[y][x] + diff[y][x + 1] + diff[y + 1][x]) / 5;
}

static void accumulate(void)
{
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++)
            energy[y][x] += smooth[y][x] * smooth[y][x];
}

static void process(void)
{
    int f;

    for (f = 0; f < FRAMES; f++) {
        difference(f);
        blur();
        accumulate();
        printf("frame %d\n", f);
    }
}

int main(void)
{
    double sum = 0;

    for (int f = 0; f <= FRAMES; f++)
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++)
                film[f][y][x] = (float)((x + 3 * f) * (y + f) % 17);
    process();
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            sum += energy[y][x];
    printf("the checksum is %.6f\n", sum);
    return 0;
}
