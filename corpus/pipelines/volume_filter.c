/*
 * A volume filtered plane by plane, in flat arrays: smoothed along each axis, then the edges of what is left.
 * The place of a voxel is named once, and its neighbours by their distance.
 *
 * Expected:
 *   across   one plane: columns first, in each plane
 *   down     three planes: a plane is smoothed with those before and behind it
 *   smooth   two planes
 *   slope    one plane
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 9 /* planes */
#endif
#ifndef H
#define H 10 /* rows */
#endif
#ifndef W
#define W 14 /* columns */
#endif

static double filter(int d, int h, int w, const float *in, float *edges)
{
    const int plane = h * w;
    float *across = malloc(sizeof(float) * d * plane);
    float *down = malloc(sizeof(float) * d * plane);
    float *smooth = malloc(sizeof(float) * d * plane);
    float *slope = malloc(sizeof(float) * d * plane);
    double sum = 0;

    if (!across || !down || !smooth || !slope)
        exit(1);
    for (int z = 0; z < d; z++) {
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                const int at = z * plane + y * w + x;
                across[at] = 0.5f * in[at] + 0.25f * (x > 0 ? in[at - 1] : in[at])
                           + 0.25f * (x < w - 1 ? in[at + 1] : in[at]);
            }
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                const int at = z * plane + y * w + x;
                float v = 0.5f * across[at];
                v += 0.25f * (y > 0 ? across[at - w] : across[at]);
                v += 0.25f * (y < h - 1 ? across[at + w] : across[at]);
                down[at] = v;
            }
        if (z < 2)
            continue;
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                const int at = (z - 1) * plane + y * w + x;
                smooth[at] = 0.25f * down[at - plane] + 0.5f * down[at] + 0.25f * down[at + plane];
            }
        if (z < 3)
            continue;
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++) {
                const int at = (z - 1) * plane + y * w + x;
                slope[at] = smooth[at] - smooth[at - plane] + smooth[at + 1] - smooth[at - 1];
            }
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++) {
                const int at = (z - 1) * plane + y * w + x;
                edges[at] = slope[at] > 0 ? slope[at] : -slope[at];
                sum = 0.99 * sum + edges[at];
            }
    }
    free(across);
    free(down);
    free(smooth);
    free(slope);
    return sum;
}

int main(void)
{
    static float in[N * H * W], edges[N * H * W];
    double sum, all = 0;

    for (int i = 0; i < N * H * W; i++)
        in[i] = (float)(i * 29 % 31) / 4;
    sum = filter(N, H, W, in, edges);
    for (int i = 0; i < N * H * W; i++)
        all = 0.9 * all + edges[i];
    printf("edges: %a %a\n", sum, all);
    return 0;
}
