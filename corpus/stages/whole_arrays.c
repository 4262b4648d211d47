/*
 * Flow of air from its temperature, through its density. The fields are allocated as whole arrays
 * and named through their pointers; the first stage gets the address of a field of the file.
 *
 * Expected: one value of `heat`, two rows of `density`, one row or less of `slope`.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef W
#define W 21 /* columns */
#endif
#ifndef H
#define H 16 /* rows */
#endif

static double start[H][W], flow[H][W];

static void warm(double (*heat)[H][W], double (*from)[H][W])
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            (*heat)[y][x] = 280 + 0.5 * (*from)[y][x];
}

static int blow(void)
{
    double (*heat)[H][W] = malloc(sizeof *heat), (*density)[H][W] = malloc(sizeof(double[H][W]));
    double (*slope)[H][W] = malloc(sizeof *slope);

    if (!heat || !density || !slope)
        return 1;
    warm(heat, &start);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            (*density)[y][x] = 350 / (*heat)[y][x];
    for (int y = 1; y < H; y++)
        for (int x = 0; x < W; x++)
            (*slope)[y][x] = (*density)[y][x] - (*density)[y - 1][x];
    for (int y = 1; y < H; y++)
        for (int x = 0; x < W; x++)
            flow[y][x] = 100 * (*slope)[y][x] + y;
    free(heat);
    free(density);
    free(slope);
    return 0;
}

int main(void)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            start[y][x] = (x * 31 + y * 11) % 19;
    if (blow())
        return 1;
    for (int y = 1; y < H; y++)
        printf("%a %a\n", flow[y][y % W], flow[y][W - 1]);
    return 0;
}
