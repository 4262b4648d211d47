#include <stdio.h>
#include <stdlib.h>
/* Hough-like accumulation with table lookups: data dependent, must stay */
int main(void)
{
    enum { W = 60, H = 40, BINS = 90 };
    static unsigned char img[H][W];
    static int acc[BINS][H + W], hist[256], lut[256];
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            img[y][x] = (unsigned char)((x * y + 3 * x) % 251);
            hist[img[y][x]]++;
        }
    int run = 0;
    for (int i = 0; i < 256; i++) {
        run += hist[i];
        lut[i] = run * 255 / (W * H);
    }
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            if (lut[img[y][x]] > 200)
                for (int t = 0; t < BINS; t++)
                    acc[t][(x * t + y * (BINS - t)) / BINS]++;
    long best = 0;
    for (int t = 0; t < BINS; t++)
        for (int r = 0; r < H + W; r++)
            if (acc[t][r] > best)
                best = acc[t][r];
    printf("%ld\n", best);
    return 0;
}
