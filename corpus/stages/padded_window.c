/*
 * A windowed frame, with zeros behind it up to a length of transforms. The lengths are enumeration
 * constants.
 *
 * Expected:
 *   frame    1 value
 */
#include <math.h>
#include <stdio.h>

enum { FRAME = 400, LENGTH = 512 };

static double window[FRAME];

static double energy(const double *x, double *padded)
{
    double frame[FRAME], sum = 0;

    for (int i = 0; i < FRAME; i++)
        frame[i] = x[i] * window[i];
    for (int i = 0; i < LENGTH; i++)
        padded[i] = i < FRAME ? frame[i] : 0.0;
    for (int k = 0; k < LENGTH / 2; k++)
        sum += padded[k] * padded[LENGTH - 1 - k];
    return sum;
}

int main(void)
{
    static double x[FRAME], padded[LENGTH];

    for (int i = 0; i < FRAME; i++) {
        window[i] = 0.54 - 0.46 * cos(6.283185307 * i / (FRAME - 1));
        x[i] = (i * 37) % 101 - 50;
    }
    printf("%.9f\n", energy(x, padded));
    printf("%.9f\n", padded[FRAME / 2]);
    return 0;
}
