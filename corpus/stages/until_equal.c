/*
 * Loops that end where their counters are equal to sizes, with `!=`: up in steps of one from 0 and
 * 1, and up in steps of two to a number that they meet.
 *
 * Expected: one row of `t`, and one element of `u`.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef W
#define W 11 /* columns */
#endif
#ifndef H
#define H 9 /* rows */
#endif

static float pairs(const float *in, float *out, size_t h, size_t w)
{
    float *t = malloc(sizeof(float) * h * w);
    float u[64], sum = 0;

    if (!t)
        abort();
    for (size_t y = 0; y != h; ++y)
        for (size_t x = 0; x != w; ++x)
            t[y * w + x] = in[y * w + x] * 0.5f;
    for (size_t y = 0; y != h; ++y)
        for (size_t x = 1; x != w; ++x)
            out[y * w + x] = t[y * w + x - 1] + t[y * w + x];
    for (int i = 0; i != 64; i += 2) {
        u[i] = 1.5f * i;
        sum += u[i] * in[i % 3];
    }
    free(t);
    return sum;
}

static float in[H * W];
static float out[H * W];

int main(void)
{
    double checksum;

    for (int i = 0; i < H * W; i++)
        in[i] = (i * 7 + i / W) % 19;
    checksum = pairs(in, out, H, W);
    for (int i = 0; i < H * W; i++)
        checksum += out[i] * (i % 11);
    printf("%.9g\n", checksum);
    return 0;
}
