/*
 * A convolution of an image with a border of zeros: `calloc` sets it, a macro names the elements.
 *
 * Expected:
 *   pad      3 rows
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define P(y, x) pad[((y) + 1) * (w + 2) + (x) + 1]

static void convolve(const float *in, float *out, int w, int h, const float k[9])
{
    float *pad = calloc((size_t)(w + 2) * (h + 2), sizeof(float));

    if (!pad)
        return;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            P(y, x) = in[y * w + x];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float s = 0;
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++)
                    s += k[(j + 1) * 3 + i + 1] * P(y + j, x + i);
            out[y * w + x] = s;
        }
    free(pad);
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

int main(void)
{
    const float k[9] = {1, 2, 1, 2, 4, 2, 1, 2, 1};
    const int sizes[][2] = {{17, 13}, {1, 1}, {2, 9}, {31, 2}};
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        int w = sizes[i][0], h = sizes[i][1], n = w * h;
        float *in = malloc(n * sizeof *in), *out = malloc(n * sizeof *out);

        if (!in || !out)
            return 1;
        for (int j = 0; j < n; j++)
            in[j] = (float)(noise() & 255);
        convolve(in, out, w, h, k);
        hash = fnv(hash, out, n * sizeof *out);
        free(in);
        free(out);
    }
    printf("%016" PRIx64 "\n", hash);
    return 0;
}
