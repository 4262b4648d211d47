/*
 * Elements that are counted through all rows: by a second counter in the headers, by one that each
 * use steps, by pointers, by the start of the row.
 *
 * Expected: lum, edge, dark and soft one or two rows each.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 9
#endif
#ifndef W
#define W 13
#endif

static double in_headers(const unsigned char *rgb, int h, int w)
{
    if (h < 2 || w < 1)
        return 0;
    float *lum = malloc(h * w * sizeof *lum);
    double sum = 0;
    int y, x, k;
    if (!lum)
        return -1;
    for (y = 0, k = 0; y < h; y++)
        for (x = 0; x < w; x++, k++)
            lum[k] = 0.5f * rgb[3 * k] + 0.25f * (rgb[3 * k + 1] + rgb[3 * k + 2]);
    k = w;
    for (y = 1; y < h; y++)
        for (x = 0; x < w; x++) {
            sum = 0.5 * sum + lum[k] - lum[k - w];
            k++;
        }
    free(lum);
    return sum;
}

static double in_uses(const unsigned char *rgb, int h, int w)
{
    if (h < 1 || w < 1)
        return 0;
    float *edge = malloc((size_t)h * w * sizeof *edge);
    double sum = 0;
    size_t to = 0, from = 0;
    if (!edge)
        return -1;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            edge[to++] = rgb[x] * y;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            sum = 0.5 * sum + edge[from++];
    free(edge);
    return sum;
}

static double by_pointers(const unsigned char *rgb, int h, int w)
{
    if (h < 1 || w < 1)
        return 0;
    float *dark = malloc(h * w * sizeof *dark);
    float *p = dark;
    double sum = 0;
    if (!dark)
        return -1;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            *p++ = rgb[x] - y;
    p = dark;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++, p++)
            sum = 0.5 * sum + *p;
    free(dark);
    return sum;
}

static double by_starts_of_rows(const unsigned char *rgb, int h, int w)
{
    if (h < 2 || w < 1)
        return 0;
    float *soft = malloc(h * w * sizeof *soft);
    double sum = 0;
    if (!soft)
        return -1;
    const unsigned char *from = rgb;
    float *to = soft;
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            to[x] = from[x] / 2;
        from += w;
        to = to + w;
    }
    int row = w;
    for (int y = 1; y < h; y++) {
        for (int x = 0; x < w; x++)
            sum = 0.5 * sum + soft[row + x] * soft[row - w + x];
        row += w;
    }
    free(soft);
    return sum;
}

int main(void)
{
    unsigned char rgb[3 * H * W];
    for (int i = 0; i < 3 * H * W; i++)
        rgb[i] = (i * 37 + 3) % 251;
    printf("%g %g\n", in_headers(rgb, H, W), in_uses(rgb, H, W));
    printf("%g %g\n", by_pointers(rgb, H, W), by_starts_of_rows(rgb, H, W));
    return 0;
}
