/*
 * A guided filter, as its authors describe it: means of boxes that stop at the border, flat loops
 * over `n` elements between them. The box counts its pixels in an `n` of its own.
 *
 * Expected:
 *   the products `Ip` and the coefficients   3 rows each; `II` is not proved: `y + 2` may overflow
 *   all others                                  1 variable each
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

static void box3(const float *src, float *dst, int w, int h)
{
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++) {
            float s = 0;
            int n = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) {
                    int yy = y + dy, xx = x + dx;
                    if (yy < 0 || yy >= h || xx < 0 || xx >= w)
                        continue;
                    s += src[yy * w + xx];
                    n++;
                }
            dst[y * w + x] = s / n;
        }
    }
}

void guided_filter(const float *I, const float *p, float *q, int w, int h, float eps)
{
    int n = w * h;
    float *mI = malloc(n * sizeof(float)), *mp = malloc(n * sizeof(float));
    float *II = malloc(n * sizeof(float)), *Ip = malloc(n * sizeof(float));
    float *cII = malloc(n * sizeof(float)), *cIp = malloc(n * sizeof(float));
    float *a = malloc(n * sizeof(float)), *b = malloc(n * sizeof(float));
    float *ma = malloc(n * sizeof(float)), *mb = malloc(n * sizeof(float));

    for (int i = 0; i < n; i++) {
        II[i] = I[i] * I[i];
        Ip[i] = I[i] * p[i];
    }
    box3(I, mI, w, h);
    box3(p, mp, w, h);
    box3(II, cII, w, h);
    box3(Ip, cIp, w, h);
    for (int i = 0; i < n; i++) {
        float var = cII[i] - mI[i] * mI[i];
        float cov = cIp[i] - mI[i] * mp[i];
        a[i] = cov / (var + eps);
        b[i] = mp[i] - a[i] * mI[i];
    }
    box3(a, ma, w, h);
    box3(b, mb, w, h);
    for (int i = 0; i < n; i++)
        q[i] = ma[i] * I[i] + mb[i];

    free(mI); free(mp); free(II); free(Ip); free(cII); free(cIp); free(a); free(b); free(ma); free(mb);
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
static float guide[H * W];
static float out[H * W];

int main(void)
{
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < sizeof in / sizeof(float); i++)
        in[i] = noise(), guide[i] = noise();

    guided_filter(guide, in, out, W, H, 0.01f);

    hash = fnv(hash, out, sizeof out);
    printf("checksum %016" PRIx64 "\n", hash);
    return 0;
}
