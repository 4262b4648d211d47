/*
 * Onsets in a spectrogram: levels in decibels, their rise from frame to frame, a mean over five
 * frames. A structure has the number of frames and of bands.
 *
 * Expected: two frames of `db`, five of `diff`, one of `avg`.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef W
#define W 23 /* bands */
#endif
#ifndef H
#define H 19 /* frames */
#endif

typedef struct {
    int frames, bands;
} spec_t;

static int onsets(const float *mag, unsigned char *mask, const spec_t *s)
{
    int n = s->frames, k = s->bands;
    float *db = malloc((size_t)n * k * sizeof(float));
    float *diff = calloc((size_t)n * k, sizeof(float));
    float *avg = calloc((size_t)n * k, sizeof(float));

    if (!db || !diff || !avg) {
        free(db);
        free(diff);
        free(avg);
        return -1;
    }
    for (int t = 0; t < n; t++)
        for (int b = 0; b < k; b++)
            db[t * k + b] = 20.0f * log10f(mag[t * k + b] + 1e-9f);
    for (int t = 1; t < n; t++)
        for (int b = 0; b < k; b++) {
            float d = db[t * k + b] - db[(t - 1) * k + b];
            diff[t * k + b] = d > 0 ? d : 0;
        }
    for (int t = 2; t < n - 2; t++)
        for (int b = 0; b < k; b++) {
            float sum = 0;
            for (int j = -2; j <= 2; j++)
                sum += diff[(t + j) * k + b];
            avg[t * k + b] = sum / 5;
        }
    for (int t = 0; t < n; t++)
        for (int b = 0; b < k; b++)
            mask[t * k + b] = diff[t * k + b] > 1.5f * avg[t * k + b];
    free(db);
    free(diff);
    free(avg);
    return 0;
}

static float mag[H * W];
static unsigned char mask[H * W];

int main(void)
{
    const spec_t spec = {H, W};

    for (int k = 0; k < H * W; k++)
        mag[k] = k * 37 % 101;
    if (onsets(mag, mask, &spec))
        return 1;
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++)
            putchar('0' + mask[y * W + x]);
        putchar('\n');
    }
    return 0;
}
