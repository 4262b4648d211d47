/*
 * A profile is smoothed twice. The windows are cut at both ends of it, so that the first stages have
 * no element before the first block; their radii are macros.
 *
 * Expected:
 *   scaled  1024 + 2 * (NEAR + FAR) elements
 *   near    1024 + 2 * FAR elements
 *   level   1024 + 2 * 3 elements
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 3000 /* points */
#endif
#define NEAR 4
#define FAR 9

static int smooth(const int *restrict profile, float *restrict out, int n)
{
    float *scaled = malloc(n * sizeof *scaled);
    float *near = malloc(n * sizeof *near);

    if (!scaled || !near)
        return -1;
    for (int i = 0; i < n; i++)
        scaled[i] = profile[i] * 0.25f;
    for (int i = 0; i < n; i++) {
        float sum = 0;
        int count = 0;

        for (int k = -NEAR; k <= NEAR; k++)
            if (i + k >= 0 && i + k < n) {
                sum += scaled[i + k];
                count++;
            }
        near[i] = sum / count;
    }
    for (int i = 0; i < n; i++) {
        float sum = 0;

        for (int j = i - FAR; j <= i + FAR; j++)
            if (j >= 0 && j < n)
                sum += near[j];
        out[i] = sum;
    }
    free(scaled);
    free(near);
    return 0;
}

static int inner(const int *restrict profile, int *restrict out, size_t n)
{
    int *level = malloc(n * sizeof *level);

    if (!level)
        return -1;
    for (size_t i = 0; i < n; i++)
        level[i] = profile[i] * 3 % 17;
    for (size_t i = 0; i < n; i++) {
        int most = level[i];

        for (size_t k = 1; k <= 3; k++) {
            if (i >= k && level[i - k] > most)
                most = level[i - k];
            if (i + k < n && level[i + k] > most)
                most = level[i + k];
        }
        out[i] = most;
    }
    free(level);
    return 0;
}

static int profile[H], most[H];
static float out[H];

int main(void)
{
    unsigned sum = 0;

    for (int i = 0; i < H; i++)
        profile[i] = i * 7919 % 2001;
    if (smooth(profile, out, H) || inner(profile, most, H))
        return 1;
    for (int i = 0; i < H; i += 7)
        sum = sum * 31 + most[i];
    for (int i = 0; i < H; i += H / 4 + 1)
        printf("%g\n", out[i]);
    printf("%u\n", sum);
    return 0;
}
