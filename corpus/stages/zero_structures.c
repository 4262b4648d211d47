/*
 * Edges of a scan: images in structures that start with zeros, so that one place frees them all,
 * whatever failed.
 *
 * Expected:
 *   soft   three rows
 */
#include <stdio.h>
#include <stdlib.h>

struct image {
    int h, w;
    float *data;
};

static int edges(int h, int w, const float *scan, float *edge)
{
    struct image soft = {0};
    struct image lines = {0};
    int status = -1;

    soft.h = h;
    soft.w = w;
    soft.data = malloc(sizeof(float) * h * w);
    if (!soft.data)
        goto fail;
    lines.data = calloc(h, sizeof(float));
    if (!lines.data)
        goto fail;
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            soft.data[y * w + x] = scan[y * w + x - 1] + scan[y * w + x + 1];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            edge[y * w + x] = soft.data[(y + 1) * w + x] - soft.data[(y - 1) * w + x];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            lines.data[y] += edge[y * w + x];
    printf("%g\n", lines.data[h / 2]);
    status = 0;
fail:
    free(soft.data);
    free(lines.data);
    return status;
}

int main(void)
{
    enum { ROWS = 18, COLUMNS = 23 };
    static float scan[ROWS * COLUMNS], edge[ROWS * COLUMNS];
    double sum = 0;

    for (int i = 0; i < ROWS * COLUMNS; i++)
        scan[i] = (float)(i * 29 % 67);
    int status = edges(ROWS, COLUMNS, scan, edge);
    for (int i = 0; i < ROWS * COLUMNS; i++)
        sum += edge[i] * (i % 5);
    printf("%d %g\n", status, sum);
    return 0;
}
