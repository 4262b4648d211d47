/*
 * A compressor that delays its signal, so that the gain falls before the signal grows. How far is a
 * macro, larger than a radius.
 *
 * Expected:
 *   signal   97 values
 *   peak     1 value
 *   gain     1 value
 */
#include <math.h>
#include <stdio.h>

#define N 6000   /* samples */
#define AHEAD 96 /* samples of delay */

static float signal[N], peak[N], gain[N], out[N];

static void play(int n)
{
    for (int i = 0; i < n; i++)
        signal[i] = (i / 500 % 2 ? 0.9f : 0.1f) * sinf(0.05f * i);
}

static void follow(int n)
{
    float p = 0;

    for (int i = 0; i < n; i++) {
        p = fmaxf(fabsf(signal[i]), 0.99f * p);
        peak[i] = p;
    }
}

static void reduce(int n)
{
    for (int i = 0; i < n; i++)
        gain[i] = peak[i] > 0.5f ? 0.5f / peak[i] : 1.0f;
}

static void apply(int n)
{
    for (int i = 0; i < n; i++)
        out[i] = i < AHEAD ? 0.0f : signal[i - AHEAD] * gain[i];
}

int main(void)
{
    double sum = 0;

    play(N);
    follow(N);
    reduce(N);
    apply(N);
    for (int i = 0; i < N; i++)
        sum += out[i] * out[i];
    printf("%.6f\n", sum);
    return 0;
}
