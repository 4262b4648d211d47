/*
 * The class of each value is sought by a function that returns from its loop.
 *
 * Expected:
 *   img      3 rows
 *   sum      one row or less
 *   class    one row or less
 */
#include <stdio.h>

#ifndef H
#define H 14 /* rows */
#endif
#ifndef W
#define W 18 /* columns */
#endif
#define CLASSES 4

static const int level[CLASSES] = { 10, 25, 60, 100 };
static int img[H][W], sum[H][W], class[H][W];

static int class_of(int value)
{
    for (int k = 0; k < CLASSES; k++)
        if (value < level[k])
            return k;
    return CLASSES;
}

int main(void)
{
    long total = 0;

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            img[y][x] = (y * 31 + x * 17) % 53;
    for (int y = 1; y < H - 1; y++)
        for (int x = 0; x < W; x++)
            sum[y][x] = img[y - 1][x] + img[y][x] + img[y + 1][x];
    for (int y = 1; y < H - 1; y++)
        for (int x = 0; x < W; x++)
            class[y][x] = class_of(sum[y][x]);
    for (int y = 1; y < H - 1; y++)
        for (int x = 0; x < W; x++)
            total += class[y][x] * (x + y);
    printf("total %ld\n", total);
    return 0;
}
