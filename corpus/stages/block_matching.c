/*
 * Costs of disparities, summed over windows: threads share each loop, and so they share the fused
 * one. All bytes of `best` are set at first; the arrays come zeroed.
 *
 * Expected:
 *   cost   1 row of each strip
 *   sums   stays: its rows are needed by other threads
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef H
#define H 16
#endif
#ifndef W
#define W 12
#endif
#define R 1
#define DISPARITIES 4

static void *zeroed(size_t count, size_t bytes)
{
    void *p = calloc(count, bytes);
    if (!p) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    return p;
}

static void match(const unsigned char *restrict left, const unsigned char *restrict right,
                  unsigned char *restrict disparity, int w, int h)
{
    unsigned char *cost = zeroed((size_t)w * h, 1);
    unsigned short *sums = zeroed((size_t)w * h, sizeof *sums);
    unsigned short *best = zeroed((size_t)w * h, sizeof *best);

    memset(best, 0xff, (size_t)w * h * sizeof *best);
    for (int d = 0; d < DISPARITIES; d++) {
#pragma omp parallel for
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                cost[y * w + x] = x < d ? 99 : (unsigned char)abs(left[y * w + x] - right[y * w + x - d]);
#pragma omp parallel for
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                int s = 0;
                for (int i = -R; i <= R; i++)
                    s += cost[y * w + (x + i < 0 ? 0 : x + i >= w ? w - 1 : x + i)];
                sums[y * w + x] = (unsigned short)s;
            }
#pragma omp parallel for
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                int s = 0;
                for (int j = -R; j <= R; j++)
                    s += sums[(y + j < 0 ? 0 : y + j >= h ? h - 1 : y + j) * w + x];
                if (s < best[y * w + x]) {
                    best[y * w + x] = (unsigned short)s;
                    disparity[y * w + x] = (unsigned char)d;
                }
            }
    }
    free(best);
    free(sums);
    free(cost);
}

int main(void)
{
    static unsigned char left[H * W], right[H * W], disparity[H * W];
    for (int i = 0; i < H * W; i++) {
        left[i] = (unsigned char)(i * 37 % 101);
        right[i] = (unsigned char)((i + 2) * 37 % 101);
    }
    match(left, right, disparity, W, H);
    for (int i = 0; i < H * W; i++)
        printf("%d ", disparity[i]);
    printf("\n");
    return 0;
}
