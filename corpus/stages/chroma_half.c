/*
 * Chroma of a picture at half the size in both directions, then the difference of neighbours.
 *
 * Expected:
 *   cb, cr   2 rows each
 *   u, v     2 rows each at half the size
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

void chroma(const float *red, const float *green, const float *blue, float *du, float *dv, int w, int h)
{
    const int cw = (w + 1) / 2, ch = (h + 1) / 2;
    float *cb = malloc(sizeof(float) * w * h), *cr = malloc(sizeof(float) * w * h);
    float *u = malloc(sizeof(float) * cw * ch), *v = malloc(sizeof(float) * cw * ch);
    int x, y;

    for (y = 0; y < h; y++)
        for (x = 0; x < w; x++) {
            const int i = y * w + x;

            cb[i] = -0.17f * red[i] - 0.33f * green[i] + 0.5f * blue[i];
            cr[i] = 0.5f * red[i] - 0.42f * green[i] - 0.08f * blue[i];
        }

    for (y = 0; y < h - 1; y += 2)
        for (x = 0; x < w - 1; x += 2) {
            u[y / 2 * cw + x / 2] = 0.25f * (cb[y * w + x] + cb[y * w + x + 1] + cb[(y + 1) * w + x] + cb[(y + 1) * w + x + 1]);
            v[y / 2 * cw + x / 2] = 0.25f * (cr[y * w + x] + cr[y * w + x + 1] + cr[(y + 1) * w + x] + cr[(y + 1) * w + x + 1]);
        }

    for (y = 1; y < h / 2; y++)
        for (x = 0; x < w / 2; x++) {
            du[y * cw + x] = u[y * cw + x] - u[(y - 1) * cw + x];
            dv[y * cw + x] = v[y * cw + x] - v[(y - 1) * cw + x];
        }

    free(v);
    free(u);
    free(cr);
    free(cb);
}

static uint32_t state = 12345u;

static uint32_t noise(void)
{
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

static uint64_t fnv(uint64_t hash, const void *data, size_t bytes)
{
    const unsigned char *p = data;

    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ p[i]) * 1099511628211u;
    return hash;
}

static float red[H * W];
static float green[H * W];
static float blue[H * W];
static float du[H * W];
static float dv[H * W];

int main(void)
{
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < sizeof red / sizeof(float); i++)
        ((float *)red)[i] = noise() / 16777216.0f;
    for (size_t i = 0; i < sizeof green / sizeof(float); i++)
        ((float *)green)[i] = noise() / 16777216.0f;
    for (size_t i = 0; i < sizeof blue / sizeof(float); i++)
        ((float *)blue)[i] = noise() / 16777216.0f;

    chroma(red, green, blue, du, dv, W, H);

    hash = fnv(hash, du, sizeof du);
    hash = fnv(hash, dv, sizeof dv);
    printf("checksum %016" PRIx64 "\n", hash);
    return 0;
}
