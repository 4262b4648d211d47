/* The first plane is copied by loops of its own, before a loop over the others. */
#include <stdio.h>

#define FRAMES 6
#define H 9
#define W 13

static int film[FRAMES][H][W];
static float calm[FRAMES][H][W];

int main(void)
{
    unsigned seed = 5;
    float sum = 0;
    for (int t = 0; t < FRAMES; t++)
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++) {
                seed = seed * 1664525u + 1013904223u;
                film[t][y][x] = (int)(seed >> 25) + t;
            }
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            calm[0][y][x] = film[0][y][x];
    for (int t = 1; t < FRAMES; t++)
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++)
                calm[t][y][x] = 0.75f * calm[t - 1][y][x] + 0.125f * (film[t][y][x] + film[t - 1][y][x]);
    for (int t = 0; t < FRAMES; t++)
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++)
                sum = 0.5f * sum + calm[t][y][x];
    printf("%.4f\n", sum);
    return 0;
}
