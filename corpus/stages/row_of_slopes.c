/*
 * Two loops over the points of each row, with rows of their own between them, in a function that
 * tests its memory and leaves by a jump.
 *
 * Expected:
 *   dx, dy   one element
 */
#include <stdlib.h>

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
