/*
 * The energy of a signal over a window of many samples, whose length a macro names; a stage that
 * asserts in its loop what it finds.
 *
 * Expected:
 *   energy  TAPS elements
 *   level   2 elements
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 90 /* samples */
#endif
#define TAPS 24

static int envelope(const int *restrict signal, int *restrict out, int n)
{
    int *energy = malloc(n * sizeof *energy);

    if (!energy)
        return -1;
    for (int i = 0; i < n; i++)
        energy[i] = signal[i] * signal[i] >> 4;
    for (int i = 0; i < n; i++) {
        int sum = 0;

        for (int k = 0; k < TAPS; k++)
            if (i >= k)
                sum += energy[i - k];
        out[i] = sum;
    }
    free(energy);
    return 0;
}

static void scale(const int *restrict signal, float *restrict level, int n)
{
    for (int i = 0; i < n; i++) {
        assert(signal[i] >= -1000 && signal[i] <= 1000);
        level[i] = signal[i] * 0.001f;
    }
}

static double steps(const int *restrict signal, int n)
{
    float *level = malloc(n * sizeof *level);
    double sum = 0;

    if (!level)
        return -1;
    scale(signal, level, n);
    for (int i = 1; i < n; i++)
        sum += level[i] * level[i - 1];
    free(level);
    return sum;
}

static int signal[H], out[H];

int main(void)
{
    for (int i = 0; i < H; i++)
        signal[i] = i * 7919 % 2001 - 1000;
    if (envelope(signal, out, H))
        return 1;
    for (int i = 0; i < H; i += 7)
        printf("%d\n", out[i]);
    printf("%g\n", steps(signal, H));
    return 0;
}
