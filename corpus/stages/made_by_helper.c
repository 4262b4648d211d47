/*
 * Shadows of hills: a helper makes the only array that a picture needs between its loops. Nothing
 * calls the helper afterwards, so it goes too.
 *
 * Expected:
 *   slope    one value
 */
#include <stdio.h>
#include <stdlib.h>

static float *new_plane(int h, int w)
{
    float *plane = malloc(sizeof *plane * h * w);
    return plane;
}

static int shade(int h, int w, const float *height, unsigned char *picture)
{
    float *slope = new_plane(h, w);
    if (!slope)
        return -1;
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w; x++)
            slope[y * w + x] = height[y * w + x] - height[y * w + x - 1];
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w; x++)
            picture[y * w + x] = slope[y * w + x] > 0 ? 200 : 60;
    free(slope);
    return 0;
}

int main(void)
{
    enum { ROWS = 20, COLUMNS = 31 };
    static float height[ROWS * COLUMNS];
    static unsigned char picture[ROWS * COLUMNS];
    unsigned sum = 0;
    for (int i = 0; i < ROWS * COLUMNS; i++)
        height[i] = (float)(i * 37 % 101);
    int status = shade(ROWS, COLUMNS, height, picture);
    for (int i = 0; i < ROWS * COLUMNS; i++)
        sum = sum * 31 + picture[i];
    printf("%d %u\n", status, sum);
    return status;
}
