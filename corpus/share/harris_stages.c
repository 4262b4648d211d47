/*
 * Harris corners, one loop nest and one image on the heap for each step.
 *
 * Expected:
 *   8 images become 4: the sums and a product take over images that are no longer read
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

static void kernel(const float *in, float *out, int w, int h)
{
    float *ix  = malloc(h * w * sizeof(float));
    float *iy  = malloc(h * w * sizeof(float));
    float *ixx = malloc(h * w * sizeof(float));
    float *ixy = malloc(h * w * sizeof(float));
    float *iyy = malloc(h * w * sizeof(float));
    float *sxx = malloc(h * w * sizeof(float));
    float *sxy = malloc(h * w * sizeof(float));
    float *syy = malloc(h * w * sizeof(float));

    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            iy[y*w + x] = (in[(y+1)*w + x-1] - in[(y-1)*w + x-1]) + 2 * (in[(y+1)*w + x] - in[(y-1)*w + x])
                        + (in[(y+1)*w + x+1] - in[(y-1)*w + x+1]);
        }
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            ix[y*w + x] = (in[(y-1)*w + x+1] - in[(y-1)*w + x-1]) + 2 * (in[y*w + x+1] - in[y*w + x-1])
                        + (in[(y+1)*w + x+1] - in[(y+1)*w + x-1]);
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            ixx[y*w + x] = ix[y*w + x] * ix[y*w + x];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            ixy[y*w + x] = ix[y*w + x] * iy[y*w + x];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            iyy[y*w + x] = iy[y*w + x] * iy[y*w + x];
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            float s = 0;
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++)
                    s += ixx[(y+j)*w + x+i];
            sxx[y*w + x] = s;
        }
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            float s = 0;
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++)
                    s += ixy[(y+j)*w + x+i];
            sxy[y*w + x] = s;
        }
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            float s = 0;
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++)
                    s += iyy[(y+j)*w + x+i];
            syy[y*w + x] = s;
        }
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            float det = sxx[y*w + x] * syy[y*w + x] - sxy[y*w + x] * sxy[y*w + x];
            float trace = sxx[y*w + x] + syy[y*w + x];
            out[y*w + x] = det - 0.04f * trace * trace;
        }
    free(ix); free(iy);
    free(ixx); free(ixy); free(iyy);
    free(sxx); free(sxy); free(syy);
}

static uint32_t state = 12345u;

static uint32_t noise(void)
{
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

static float in[H * W], out[H * W];

int main(void)
{
    uint64_t hash = 14695981039346656037u;

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            in[y * W + x] = (float)(noise() % 256) / 8;
    kernel(in, out, W, H);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            hash = (hash ^ (uint64_t)(int64_t)(out[y * W + x] * 64)) * 1099511628211u;
    printf("%016" PRIx64 "\n", hash);
    return 0;
}
