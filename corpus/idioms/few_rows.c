/* Images with fewer rows than a window has: what is folded never takes more than it did. */
#include <stdio.h>
#include <stdlib.h>

#define W 50

static int in[12 * W], out[12 * W];

/* A VLA. */
static void local(int h, int w)
{
    int t[h][w];
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            t[y][x] = in[y * w + x] * 2;
        for (int x = 0; x < w; x++)
            out[y * w + x] = y >= 2 ? t[y - 2][x] + t[y - 1][x] + t[y][x] : t[y][x];
    }
}

/* Rows on the heap. */
static int rows(int h, int w)
{
    int (*t)[w] = malloc(h * sizeof *t);
    if (!t)
        return 1;
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            t[y][x] = in[y * w + x] * 3;
        for (int x = 0; x < w; x++)
            out[y * w + x] += y >= 3 ? t[y - 3][x] + t[y - 1][x] + t[y][x] : t[y][x];
    }
    free(t);
    return 0;
}

/* A flat array on the heap. */
static int flat(int h, int w)
{
    int *t = calloc((size_t)h * w, sizeof(int));
    if (!t)
        return 1;
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            t[y * w + x] = in[y * w + x] * 5;
        for (int x = 0; x < w; x++)
            out[y * w + x] += y >= 1 ? t[(y - 1) * w + x] - t[y * w + x] : t[y * w + x];
    }
    free(t);
    return 0;
}

/* A ring in the last dimension. */
static void columns(int n, int w)
{
    int t[w];
    for (int k = 0; k < n; k++)
        for (int x = 0; x < w; x++) {
            t[x] = in[x] + k;
            if (x >= 4)
                out[x] += t[x - 4] * t[x];
        }
}

/* A triangle of differences: the new size is a sum. */
static void skewed(int n)
{
    int t[n][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            t[i][j] = in[i] + j;
            if (i >= 1 && j >= 1)
                out[j] += t[i - 1][j - 1] + t[i - 1][j];
        }
}

static long sum(void)
{
    long all = 0;
    for (int i = 0; i < 12 * W; i++) {
        all += (long)out[i] * (i % 17);
        out[i] = 0;
    }
    return all;
}

int main(void)
{
    for (int i = 0; i < 12 * W; i++)
        in[i] = (i * 7) % 31;
    for (int h = 1; h <= 12; h++) {
        local(h, W);
        if (rows(h, W) || flat(h, W))
            return 1;
        columns(2, h);
        skewed(h);
        printf("%d: %ld\n", h, sum());
    }
    return 0;
}
