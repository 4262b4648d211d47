/*
 * Spectra of frames: the number of bins is half the length of a frame, which is tested before the
 * table of magnitudes is allocated. Another test only leads past others: nothing is known after it.
 *
 * Expected: mag and raw 2 rows of bins.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 9
#endif
#ifndef W
#define W 13
#endif

static float flux(const float *in, int frames, int length)
{
    if (length < 4)
        return 0;
    int bins = length / 2 + 1;
    float *mag = malloc(frames * bins * sizeof *mag);
    float sum = 0;
    if (!mag)
        return -1;
    for (int f = 0; f < frames; f++)
        for (int b = 0; b < bins; b++)
            mag[f * bins + b] = in[f * bins + b] * in[f * bins + b];
    for (int f = 1; f < frames; f++)
        for (int b = 0; b < bins; b++)
            sum += mag[f * bins + b] - 0.5f * mag[(f - 1) * bins + b];
    free(mag);
    return sum;
}

static float raw_flux(const float *in, int frames, int length)
{
    float sum = 0;
    if (length < 4)
        goto known;
    if (frames > 1000)
        return 0;
known:;
    int bins = length / 2 + 1;
    float *raw = malloc(frames * bins * sizeof *raw);
    if (!raw)
        return -1;
    for (int f = 0; f < frames; f++)
        for (int b = 0; b < bins; b++)
            raw[f * bins + b] = in[f * bins + b] + f;
    for (int f = 1; f < frames; f++)
        for (int b = 0; b < bins; b++)
            sum += raw[f * bins + b] - 0.5f * raw[(f - 1) * bins + b];
    free(raw);
    return sum;
}

int main(void)
{
    float *in = malloc(H * W * sizeof *in);
    if (!in)
        return 1;
    for (int i = 0; i < H * W; i++)
        in[i] = (i * 7 + 3) % 11;
    printf("%g %g\n", flux(in, H, W), flux(in, H, 3));
    printf("%g %g\n", raw_flux(in, H, W), raw_flux(in, H, -1));
    free(in);
    return 0;
}
