/*
 * Smoothing and edges of an image whose size comes from the command line, with the usual checks.
 *
 * Expected:
 *   image     one row
 *   smooth    three rows
 *   edges     one row
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 11 /* rows, without arguments */
#endif
#ifndef W
#define W 9 /* columns, without arguments */
#endif

static void blur(const float *src, float *dst, int h, int w)
{
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            dst[y * w + x] = src[y * w + x - 1] + 2 * src[y * w + x] + src[y * w + x + 1];
}

static void differences(const float *src, float *dst, int h, int w)
{
    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            dst[y * w + x] = src[(y - 1) * w + x] - src[(y + 1) * w + x];
}

int main(int argc, char **argv)
{
    int w = W;
    int h = H;
    if (argc > 1)
        w = atoi(argv[1]);
    if (argc > 2)
        h = atoi(argv[2]);
    if (w < 1 || h < 1) {
        fprintf(stderr, "usage: %s [width [height]]\n", argv[0]);
        return 1;
    }

    float *image = malloc(sizeof(float) * w * h);
    float *smooth = calloc(w * h, sizeof(float));
    float *edges = calloc(w * h, sizeof(float));
    if (!image || !smooth || !edges)
        return 1;

    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            image[y * w + x] = (y * 7 + x * 5) % 23;
    blur(image, smooth, h, w);
    differences(smooth, edges, h, w);

    float sum = 0;
    for (int i = 0; i < w * h; i++)
        sum += edges[i] * edges[i];
    printf("%g\n", sum);

    free(image);
    free(smooth);
    free(edges);
    return 0;
}
