/* verify: proved
 * The row of the ring is a counter that starts again in each frame.
 */
#include <stdio.h>

#ifndef FRAMES
#define FRAMES 3
#endif
#ifndef H
#define H 8 /* rows */
#endif
#ifndef W
#define W 6 /* columns */
#endif

static void edges(const unsigned char video[FRAMES][H][W], short out[FRAMES][H][W])
{
    short ring[3][W];

    for (int f = 0; f < FRAMES; f++) {
        int r = 0;

        for (int y = 0; y < H; y++) {
            for (int x = 1; x < W; x++)
                ring[r][x] = video[f][y][x] - video[f][y][x - 1];
            if (y > 1)
                for (int x = 1; x < W; x++)
                    out[f][y][x] = ring[r][x] + ring[(r + 1) % 3][x];
            r = r + 1 < 3 ? r + 1 : 0;
        }
    }
}

static unsigned char video[FRAMES][H][W];
static short out[FRAMES][H][W];

int main(void)
{
    unsigned seed = 2, hash = 2166136261u;

    for (int f = 0; f < FRAMES; f++)
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++) {
                seed = seed * 1664525u + 1013904223u;
                video[f][y][x] = seed >> 24;
            }

    edges(video, out);

    for (int f = 0; f < FRAMES; f++)
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++)
                hash = (hash ^ (unsigned short)out[f][y][x]) * 16777619u;
    printf("%08x\n", hash);
    return 0;
}
