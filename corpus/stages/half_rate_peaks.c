/*
 * A frame around a softened image, a half of its rows, and the distance of each pixel from the
 * peak of its row. The rows of most stages are in a loop of their own, in which two parts name
 * another row alike.
 *
 * Expected:
 *   fusion   everything after the gradient in one loop; with inner loops, each part has its names
 *            in a block of its own
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 22 /* rows */
#endif
#ifndef W
#define W 17 /* pixels of a row */
#endif

static void gradient(const float *in, float *out, int h, int w)
{
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y * w + x] = 4 * in[(y - 1) * w + x + 1] + 2 * in[y * w + x - 1] + 4 * in[(y + 1) * w + x + 1];
}

static void detail(const float *in, float *out, float *fine, int h, int w)
{
    for (int y = 3; y < h - 1; y++)
        for (int x = 2; x < w - 2; x++)
            fine[y * w + x] = 4 * out[y * w + x - 1] + 3 * out[(y - 2) * w + x + 1] + 3 * in[(y + 1) * w + x];
}

static void frame(const float *in, float *soft, int h, int w)
{
    for (int y = 0; y < h; y++)
    {
        soft[y * w + 0] = 3 * in[y * w + 0];
        soft[y * w + w - 1] = 3 * in[y * w + w - 1];
    }
}

static void soften(const float *in, float *soft, int h, int w)
{
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            soft[y * w + x] = in[y * w + x - 1] + in[y * w + x + 1];
}

static void half(float *out, float *low, int h, int w)
{
    for (int y = 1; y < h / 2 - 1; y++)
        for (int x = 1; x < w - 1; x++)
            low[y * w + x] = out[(2 * y) * w + x] + out[(2 * y + 1) * w + x];
}

static void amplify(float *soft, float *loud, int h, int w)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            loud[y * w + x] = 3 * soft[y * w + x] + 1 * soft[y * w + x];
}

static void join(float *fine, float *loud, float *sum, int h, int w)
{
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++)
            sum[y * w + x] = 2 * loud[(y - 1) * w + x] + 4 * fine[(y + 1) * w + x] + 2 * loud[y * w + x] + 5 * loud[(y - 1) * w + x + 1];
}

static void lift(float *level, float *sum, int h, int w)
{
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++)
            level[y * w + x] = sum[y * w + x] + 2 * sum[y * w + x];
}

static void contrast(float *fine, float *loud, float *level, int h, int w)
{
    float *sum = malloc(sizeof(float) * h * w);

    join(fine, loud, sum, h, w);
    lift(level, sum, h, w);
    free(sum);
}

static void edges(float *out, float *rest, int h, int w)
{
    for (int y = 2; y < h - 3; y++)
        for (int x = 3; x < w - 3; x++)
            out[y * w + x] = 1 * rest[(y + 1) * w + x + 1] + 5 * rest[y * w + x - 1];
}

static void add_low(float *out, float *low, int h, int w)
{
    for (int y = 2; y < h - 3; y++)
        for (int x = 3; x < w - 3; x++)
            out[y * w + x] += low[(y / 2) * w + x];
}

static void kernel(int h, int w, const float *in, float *out)
{
    float *fine = malloc(sizeof(float) * h * w);
    if (!fine)
        return;
    float *soft = calloc(h * w, sizeof(float));
    if (!soft) {
        free(fine);
        return;
    }
    float *low = malloc(sizeof(float) * (h / 2 + 1) * w);
    if (!low) {
        free(fine);
        free(soft);
        return;
    }
    float *loud = malloc(sizeof(float) * h * w);
    if (!loud) {
        free(fine);
        free(soft);
        free(low);
        return;
    }
    float *level = malloc(sizeof(float) * h * w);
    if (!level) {
        free(fine);
        free(soft);
        free(low);
        free(loud);
        return;
    }
    float *rest = malloc(sizeof(float) * h * w);
    if (!rest) {
        free(fine);
        free(soft);
        free(low);
        free(loud);
        free(level);
        return;
    }
    gradient(in, out, h, w);
    detail(in, out, fine, h, w);
    frame(in, soft, h, w);
    soften(in, soft, h, w);
    half(out, low, h, w);
    amplify(soft, loud, h, w);

    contrast(fine, loud, level, h, w);

    for (int y = 2; y < h - 2; y++)
    {
        float most = 0;

        for (int x = 2; x < w - 2; x++)
        {
            if (level[y * w + x] > most)
                most = level[y * w + x];
        }
        for (int x = 2; x < w - 2; x++)
            rest[y * w + x] = most - level[y * w + x];
    }
    edges(out, rest, h, w);
    add_low(out, low, h, w);

    free(fine);
    free(soft);
    free(low);
    free(loud);
    free(level);
    free(rest);
}

static float in[H * W], out[H * W];

int main(void)
{
    uint64_t hash = 14695981039346656037u;

    for (int i = 0; i < H * W; i++) {
        in[i] = (float)(i * 7 % 13) / 8;
        out[i] = (float)(i * 5 % 11) / 4;
    }
    kernel(H, W, in, out);
    for (int i = 0; i < H * W; i++)
        hash = (hash ^ (uint64_t)(int64_t)(out[i] * 64)) * 1099511628211u;
    printf("%016" PRIx64 "\n", hash);
    return 0;
}
