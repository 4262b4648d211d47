/*
 * Two loops over the points of each row, with rows of their own between them, in a function that
 * tests its memory and leaves by a jump.
 *
 * Expected:
 *   dx, dy   one element
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef W
#define W 24
#endif
#ifndef H
#define H 18
#endif

int steepness(const unsigned char *heights, float *steep, int w, int h)
{
    float *dx = malloc(sizeof(float) * w);
    float *dy = malloc(sizeof(float) * w);
    int failed = 1;
    if (!dx || !dy)
        goto done;
    for (int y = 1; y < h - 1; y++) {
        for (int x = 1; x < w - 1; x++) {
            dx[x] = (heights[y * w + x + 1] - heights[y * w + x - 1]) * 0.5f;
            dy[x] = (heights[(y + 1) * w + x] - heights[(y - 1) * w + x]) * 0.5f;
        }
        for (int x = 1; x < w - 1; x++)
            steep[y * w + x] = dx[x] * dx[x] + dy[x] * dy[x];
    }
    failed = 0;
done:
    free(dx);
    free(dy);
    return failed;
}

int main(void)
{
    static unsigned char heights[H * W];
    static float steep[H * W];
    float sum = 0;
    for (int i = 0; i < H * W; i++)
        heights[i] = i * i % 97;
    if (steepness(heights, steep, W, H) != 0)
        return 1;
    for (int i = 0; i < H * W; i++)
        sum += (1 + i % 5) * steep[i];
    printf("%.6f\n", sum);
    return 0;
}
