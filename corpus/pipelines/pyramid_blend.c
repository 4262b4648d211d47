/*
 * Two images blended over a Laplacian pyramid of two levels, with one function
 * for each step between levels. H and W are multiples of 4.
 *
 * Expected:
 *   all     stay: whole images are passed from function to function
 *   row     stays: a line is blurred before it is halved
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#ifndef H
#define H 16 /* rows */
#endif
#ifndef W
#define W 20 /* columns */
#endif

#define CLAMP(v, low, high) ((v) < (low) ? (low) : (v) > (high) ? (high) : (v))

static void down(int h, int w, const float src[2 * h][2 * w], float dst[h][w])
{
    for (int y = 0; y < h; y++) {
        float row[2 * w];

        for (int x = 0; x < 2 * w; x++)
            row[x] = 0.25f * src[CLAMP(2 * y - 1, 0, 2 * h - 1)][x] + 0.5f * src[2 * y][x]
                   + 0.25f * src[2 * y + 1][x];
        for (int x = 0; x < w; x++)
            dst[y][x] = 0.25f * row[CLAMP(2 * x - 1, 0, 2 * w - 1)] + 0.5f * row[2 * x]
                      + 0.25f * row[2 * x + 1];
    }
}

static void up(int h, int w, const float src[h][w], float dst[2 * h][2 * w])
{
    for (int y = 0; y < 2 * h; y++)
        for (int x = 0; x < 2 * w; x++)
            dst[y][x] = 0.75f * 0.75f * src[y / 2][x / 2]
                      + 0.25f * 0.75f * src[CLAMP(y / 2 + (y % 2 ? 1 : -1), 0, h - 1)][x / 2]
                      + 0.25f * 0.75f * src[y / 2][CLAMP(x / 2 + (x % 2 ? 1 : -1), 0, w - 1)]
                      + 0.25f * 0.25f * src[CLAMP(y / 2 + (y % 2 ? 1 : -1), 0, h - 1)]
                                           [CLAMP(x / 2 + (x % 2 ? 1 : -1), 0, w - 1)];
}

static void kernel(const float left[H][W], const float right[H][W], const float alpha[H][W],
                   float out[H][W])
{
    static float left1[H / 2][W / 2], right1[H / 2][W / 2], alpha1[H / 2][W / 2];
    static float left2[H / 4][W / 4], right2[H / 4][W / 4], alpha2[H / 4][W / 4];
    static float l0[H][W], r0[H][W], l1[H / 2][W / 2], r1[H / 2][W / 2];
    static float blend0[H][W], blend1[H / 2][W / 2], blend2[H / 4][W / 4];
    static float sum1[H / 2][W / 2], big1[H / 2][W / 2], big0[H][W];

    down(H / 2, W / 2, left, left1);
    down(H / 4, W / 4, left1, left2);
    down(H / 2, W / 2, right, right1);
    down(H / 4, W / 4, right1, right2);
    down(H / 2, W / 2, alpha, alpha1);
    down(H / 4, W / 4, alpha1, alpha2);
    up(H / 2, W / 2, left1, l0);
    up(H / 4, W / 4, left2, l1);
    up(H / 2, W / 2, right1, r0);
    up(H / 4, W / 4, right2, r1);

    for (int y = 0; y < H / 4; y++)
        for (int x = 0; x < W / 4; x++)
            blend2[y][x] = alpha2[y][x] * left2[y][x] + (1 - alpha2[y][x]) * right2[y][x];
    for (int y = 0; y < H / 2; y++)
        for (int x = 0; x < W / 2; x++)
            blend1[y][x] = alpha1[y][x] * (left1[y][x] - l1[y][x])
                         + (1 - alpha1[y][x]) * (right1[y][x] - r1[y][x]);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            blend0[y][x] = alpha[y][x] * (left[y][x] - l0[y][x])
                         + (1 - alpha[y][x]) * (right[y][x] - r0[y][x]);

    up(H / 4, W / 4, blend2, big1);
    for (int y = 0; y < H / 2; y++)
        for (int x = 0; x < W / 2; x++)
            sum1[y][x] = big1[y][x] + blend1[y][x];
    up(H / 2, W / 2, sum1, big0);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            out[y][x] = big0[y][x] + blend0[y][x];
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

static float left[H][W];
static float right[H][W];
static float alpha[H][W];
static float out[H][W];

int main(void)
{
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < sizeof left / sizeof(float); i++)
        ((float *)left)[i] = noise() / 16777216.0f;
    for (size_t i = 0; i < sizeof right / sizeof(float); i++)
        ((float *)right)[i] = noise() / 16777216.0f;
    for (size_t i = 0; i < sizeof alpha / sizeof(float); i++)
        ((float *)alpha)[i] = noise() / 16777216.0f;

    kernel(left, right, alpha, out);

    hash = fnv(hash, out, sizeof out);
    printf("checksum %016" PRIx64 "\n", hash);
    return 0;
}
