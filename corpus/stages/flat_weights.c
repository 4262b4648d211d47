/*
 * Two layers of a network: the matrices of weights are arrays of rows, which the layers get as
 * pointers to their first elements.
 *
 * Expected:
 *   sums   one value
 *   units  one row
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef SAMPLES
#define SAMPLES 9
#endif
#ifndef INPUTS
#define INPUTS 5
#endif
#ifndef UNITS
#define UNITS 6
#endif

static float first[UNITS][INPUTS], second[UNITS][UNITS];

static void layer(const float *in, const float *weights, float *out, int n, int inputs, int units)
{
    for (int s = 0; s < n; s++)
        for (int u = 0; u < units; u++) {
            float sum = 0;
            for (int i = 0; i < inputs; i++)
                sum += weights[u * inputs + i] * in[s * inputs + i];
            out[s * units + u] = sum;
        }
}

static void rectify(const float *in, float *out, int n, int units)
{
    for (int s = 0; s < n; s++)
        for (int u = 0; u < units; u++)
            out[s * units + u] = in[s * units + u] > 0 ? in[s * units + u] : 0;
}

static void run(const float *restrict in, float *restrict out, int n)
{
    float *sums = malloc(n * UNITS * sizeof *sums);
    float *units = malloc(n * UNITS * sizeof *units);
    layer(in, &first[0][0], sums, n, INPUTS, UNITS);
    rectify(sums, units, n, UNITS);
    layer(units, &second[0][0], out, n, UNITS, UNITS);
    free(sums);
    free(units);
}

int main(void)
{
    static float in[SAMPLES * INPUTS], out[SAMPLES * UNITS];
    for (int u = 0; u < UNITS; u++) {
        for (int i = 0; i < INPUTS; i++)
            first[u][i] = (u * 5 + i * 3) % 7 - 3;
        for (int i = 0; i < UNITS; i++)
            second[u][i] = (u * 3 + i * 5) % 11 - 5;
    }
    for (int i = 0; i < SAMPLES * INPUTS; i++)
        in[i] = i * 7 % 13 - 6;
    run(in, out, SAMPLES);
    for (int i = 0; i < SAMPLES * UNITS; i++)
        printf("%g ", out[i]);
    printf("\n");
    return 0;
}
