/*
 * The sharpness of an image that somebody else's code loads: it sets the sizes by their addresses,
 * returns the pixels, and frees them in the end. Errors return early, also after the allocations.
 *
 * Expected:
 *   grey    three rows
 *   lap     one row
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 9 /* rows */
#endif
#ifndef W
#define W 8 /* columns */
#endif

struct codec {
    unsigned char *(*load)(const char *path, int *w, int *h, int *channels);
    void (*release)(unsigned char *pixels);
};

static int sharpness(const struct codec *codec, const char *path, double *out)
{
    int w, h, channels;
    unsigned char *rgb = codec->load(path, &w, &h, &channels);
    if (!rgb)
        return -1;
    if (w < 3 || h < 3) {
        codec->release(rgb);
        return -2;
    }
    float *grey = malloc((size_t)w * h * sizeof *grey);
    float *lap = malloc((size_t)w * h * sizeof *lap);
    if (!grey || !lap) {
        free(grey);
        free(lap);
        codec->release(rgb);
        return -3;
    }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            grey[y * w + x] = 0.3f * rgb[(y * w + x) * 3] + 0.6f * rgb[(y * w + x) * 3 + 1];
    printf("%s: %d x %d\n", path, w, h);
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            lap[y * w + x] = 4 * grey[y * w + x] - grey[y * w + x - 1] - grey[y * w + x + 1]
                           - grey[(y - 1) * w + x] - grey[(y + 1) * w + x];
    double sum = 0;
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            sum += lap[y * w + x] * lap[y * w + x];
    *out = sum / ((w - 2) * (h - 2));
    free(grey);
    free(lap);
    codec->release(rgb);
    return channels;
}

static unsigned char *made(const char *path, int *w, int *h, int *channels)
{
    unsigned char *pixels = malloc(3 * W * H);
    if (!pixels || !path)
        return NULL;
    for (int i = 0; i < 3 * W * H; i++)
        pixels[i] = (unsigned char)(i * 37 + i / 5);
    *w = W;
    *h = H;
    *channels = 3;
    return pixels;
}

static void released(unsigned char *pixels)
{
    free(pixels);
}

int main(void)
{
    struct codec codec = {made, released};
    double found = 0;
    int channels = sharpness(&codec, "made", &found);
    printf("%d %.4f\n", channels, found);
    return 0;
}
