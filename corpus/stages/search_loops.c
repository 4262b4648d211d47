/*
 * Rows are searched: by `while` with a second term, by a nest of loops with a flag in their
 * conditions, and by a loop with `break`. Each ends at its bound if nothing is found.
 *
 * Expected:
 *   img      3 rows
 *   sum      3 rows
 *   first    one element
 *   near     one row or less
 */
#include <stdio.h>

#ifndef H
#define H 14 /* rows */
#endif
#ifndef W
#define W 18 /* columns */
#endif

static float img[H][W], sum[H][W];
static int first[H], near[H][W];

int main(void)
{
    long total = 0;

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            img[y][x] = (float)((y * 31 + x * 17) % 23);
    for (int y = 1; y < H - 1; y++)
        for (int x = 0; x < W; x++)
            sum[y][x] = img[y - 1][x] + 2 * img[y][x] + img[y + 1][x];
    /* the first large element of each row */
    for (int y = 1; y < H - 1; y++) {
        int x = 0;
        while (x < W && sum[y][x] < 60.0f)
            x++;
        first[y] = x;
    }
    /* elements with a large one near them */
    for (int y = 2; y < H - 2; y++)
        for (int x = 1; x < W - 1; x++) {
            int found = 0;
            for (int j = -1; j <= 1 && !found; j++)
                for (int i = -1; i <= 1; i++) {
                    if (sum[y + j][x + i] <= 70.0f)
                        continue;
                    found = 1;
                    break;
                }
            near[y][x] = found;
        }
    for (int y = 2; y < H - 2; y++) {
        total += first[y];
        for (int x = 1; x < W - 1; x++)
            total += near[y][x] * (x ^ y);
    }
    printf("total %ld\n", total);
    return 0;
}
