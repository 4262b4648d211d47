/*
 * Optical flow by Horn and Schunck: derivatives of two images, then steps that
 * draw the flow towards the mean of its neighbours. Every step has frames of
 * its own, as one writes it down from the paper.
 *
 * Expected:
 *   Ix, Iy, It   stay: all steps read them
 *   us, vs       two frames each; one frame and two rows are possible
 *   ubar, vbar   one value each
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifndef H
#define H 10 /* rows */
#endif
#ifndef W
#define W 12 /* columns */
#endif
#ifndef STEPS
#define STEPS 6
#endif

static float Ix[H][W], Iy[H][W], It[H][W];
static float us[STEPS + 1][H][W], vs[STEPS + 1][H][W];
static float ubar[STEPS][H][W], vbar[STEPS][H][W];

static void kernel(const float a[H][W], const float b[H][W], float u[H][W], float v[H][W])
{
    const float alpha2 = 0.05f;

    for (int y = 0; y < H - 1; y++)
        for (int x = 0; x < W - 1; x++) {
            Ix[y][x] = 0.25f * (a[y][x + 1] - a[y][x] + a[y + 1][x + 1] - a[y + 1][x]
                                + b[y][x + 1] - b[y][x] + b[y + 1][x + 1] - b[y + 1][x]);
            Iy[y][x] = 0.25f * (a[y + 1][x] - a[y][x] + a[y + 1][x + 1] - a[y][x + 1]
                                + b[y + 1][x] - b[y][x] + b[y + 1][x + 1] - b[y][x + 1]);
            It[y][x] = 0.25f * (b[y][x] - a[y][x] + b[y + 1][x] - a[y + 1][x]
                                + b[y][x + 1] - a[y][x + 1] + b[y + 1][x + 1] - a[y + 1][x + 1]);
        }

    memset(us, 0, sizeof us);
    memset(vs, 0, sizeof vs);

    for (int s = 0; s < STEPS; s++)
        for (int y = 1; y < H - 1; y++)
            for (int x = 1; x < W - 1; x++) {
                ubar[s][y][x] = (us[s][y - 1][x] + us[s][y + 1][x] + us[s][y][x - 1] + us[s][y][x + 1]) / 6
                              + (us[s][y - 1][x - 1] + us[s][y - 1][x + 1] + us[s][y + 1][x - 1]
                                 + us[s][y + 1][x + 1]) / 12;
                vbar[s][y][x] = (vs[s][y - 1][x] + vs[s][y + 1][x] + vs[s][y][x - 1] + vs[s][y][x + 1]) / 6
                              + (vs[s][y - 1][x - 1] + vs[s][y - 1][x + 1] + vs[s][y + 1][x - 1]
                                 + vs[s][y + 1][x + 1]) / 12;

                const float t = (Ix[y][x] * ubar[s][y][x] + Iy[y][x] * vbar[s][y][x] + It[y][x])
                              / (alpha2 + Ix[y][x] * Ix[y][x] + Iy[y][x] * Iy[y][x]);

                us[s + 1][y][x] = ubar[s][y][x] - Ix[y][x] * t;
                vs[s + 1][y][x] = vbar[s][y][x] - Iy[y][x] * t;
            }

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            u[y][x] = us[STEPS][y][x];
            v[y][x] = vs[STEPS][y][x];
        }
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

static float a[H][W];
static float b[H][W];
static float u[H][W];
static float v[H][W];

int main(void)
{
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < sizeof a / sizeof(float); i++)
        ((float *)a)[i] = noise() / 16777216.0f;
    for (size_t i = 0; i < sizeof b / sizeof(float); i++)
        ((float *)b)[i] = noise() / 16777216.0f;

    kernel(a, b, u, v);

    hash = fnv(hash, u, sizeof u);
    hash = fnv(hash, v, sizeof v);
    printf("checksum %016" PRIx64 "\n", hash);
    return 0;
}
