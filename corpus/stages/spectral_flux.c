#include <stdlib.h>
#include <math.h>

typedef struct { int frames, bands; } spec_t;

/* spectral flux of a spectrogram, smoothed over time, then a mask */
int flux_mask(const float *mag, unsigned char *mask, const spec_t *s)
{
    int n = s->frames, k = s->bands;
    float *db = malloc((size_t)n * k * sizeof(float));
    float *diff = calloc((size_t)n * k, sizeof(float));
    float *avg = calloc((size_t)n * k, sizeof(float));
    if (!db || !diff || !avg) {
        free(db); free(diff); free(avg);
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
    free(db); free(diff); free(avg);
    return 0;
}
