/*
 * A stage makes the image that it writes narrower: the rows of the next stage are others.
 *
 * Expected:
 *   t.px   stays: structures that a stage changes are memory
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 13 /* rows */
#endif
#ifndef W
#define W 15 /* columns */
#endif

typedef struct {
    int w, h;
    float *px;
} Image;

static void pairs(const Image *s, Image *d)
{
    for (int y = 0; y < s->h; y++)
        for (int x = 0; x < s->w - 1; x++)
            d->px[y * s->w + x] = s->px[y * s->w + x] + s->px[y * s->w + x + 1];
    d->w = s->w - 1;
}

static void columns(const Image *s, Image *d)
{
    for (int y = 1; y < s->h; y++)
        for (int x = 0; x < s->w; x++)
            d->px[y * s->w + x] = s->px[y * s->w + x] - s->px[(y - 1) * s->w + x];
    d->w = s->w;
}

void narrow(const Image *from, Image *to)
{
    Image t = { from->w, from->h, malloc(sizeof(float) * from->w * from->h) };

    if (!t.px)
        return;
    pairs(from, &t);
    columns(&t, to);
    free(t.px);
}

static uint32_t state = 12345u;

static float noise(void)
{
    state = state * 1664525u + 1013904223u;
    return (float)(state >> 8) / 16777216.0f;
}

static uint64_t fnv(uint64_t hash, const void *data, size_t bytes)
{
    const unsigned char *p = data;

    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ p[i]) * 1099511628211u;
    return hash;
}

static float in[H * W];
static float out[H * W];

int main(void)
{
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < sizeof in / sizeof(float); i++)
        in[i] = noise();

    Image source = { W, H, in };
    Image target = { W, H, out };
    narrow(&source, &target);

    hash = fnv(hash, out, sizeof out);
    printf("checksum %016" PRIx64 "\n", hash);
    return 0;
}
