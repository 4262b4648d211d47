/* Filters that copy their input first, so that its border stays: the copy is one more loop over
   rows, and each array keeps few of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define H 20
#define W 30

static float sky[H][W], calm[H][W], flat[H][W];

static void smooth(float in[H][W], float out[H][W])
{
    memcpy(out, in, sizeof(float[H][W]));
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++)
            out[y][x] = (in[y - 1][x] + in[y][x - 1] + in[y][x + 1] + in[y + 1][x]) / 4;
}

static double brightness(void)
{
    double sum = 0;

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            sky[y][x] = (float)((y * 7 + x * 3) % 11);
    smooth(sky, calm);
    smooth(calm, flat);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            sum += flat[y][x];
    return sum / (H * W);
}

/* A flat picture, and a border of two pixels. */
static long edges(const unsigned char *in, int w, int h)
{
    unsigned char *rank = malloc((size_t)w * h);
    long sum = 0;

    if (!rank)
        return -1;
    memcpy(rank, in, (size_t)w * h);
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++)
            rank[y * w + x] = in[(y - 2) * w + x] > in[(y + 2) * w + x - 2];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            sum += rank[y * w + x] * (x + 1);
    free(rank);
    return sum;
}

/* A line. */
static double rest(const double *level, int n)
{
    double *even = malloc(n * sizeof *even);
    double most = 0;

    if (!even)
        return -1;
    memcpy(even, level, n * sizeof *even);
    for (int i = 1; i < n - 1; i++)
        even[i] = (level[i - 1] + 2 * level[i] + level[i + 1]) / 4;
    for (int i = 0; i < n; i++)
        if (level[i] - even[i] > most)
            most = level[i] - even[i];
    free(even);
    return most;
}

int main(void)
{
    static unsigned char picture[16 * 24];
    static double level[50];

    for (int i = 0; i < 16 * 24; i++)
        picture[i] = (unsigned char)(i * 37 % 251);
    for (int i = 0; i < 50; i++)
        level[i] = i * 29 % 17;
    printf("%.4f %ld %.4f\n", brightness(), edges(picture, 24, 16), rest(level, 50));
    return 0;
}
