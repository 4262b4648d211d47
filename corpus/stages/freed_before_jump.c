/*
 * A stage frees its result and returns null where there is no memory for its scratch: what the
 * caller frees at the label then is null.
 *
 * Expected:
 *   t, b   three rows each
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 14
#endif
#ifndef W
#define W 9
#endif

static float *smooth(const float *in, int w, int h)
{
    float *t = malloc(sizeof(float) * w * h);
    if (!t)
        return NULL;
    float *b = malloc(sizeof(float) * w * h);
    if (!b) {
        free(t);
        return NULL;
    }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            b[y * w + x] = in[y * w + x] * 2;
    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            t[y * w + x] = b[(y - 1) * w + x] + b[(y + 1) * w + x];
    free(b);
    return t;
}

static int slopes(const float *in, float *out, int w, int h)
{
    float *t = NULL;
    int rc = 1;
    if (!(t = smooth(in, w, h)))
        goto done;
    for (int y = 2; y < h - 2; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[(y - 1) * w + x] - t[(y + 1) * w + x];
    rc = 0;
done:
    free(t);
    return rc;
}

int main(void)
{
    static float in[H * W], out[H * W];
    float sum = 0;
    for (int i = 0; i < H * W; i++)
        in[i] = i * 5 % 17;
    int rc = slopes(in, out, W, H);
    for (int i = 0; i < H * W; i++)
        sum = 0.5f * sum + out[i];
    printf("%d %f\n", rc, sum);
    return rc;
}
