/* Macros and lines that other configurations change above loops, where this does not matter to the arrays. */
#include <stdio.h>

#ifndef N
#define N 16
#endif

#ifdef TIMED
#define START clock();
#define NOTE(text) puts(text);
#define LEAVE }
#define MAYBE_UNUSED __attribute__((unused))
#else
#define START
#define NOTE(text)
#define LEAVE }
#define MAYBE_UNUSED
#endif

static double in[N], out[N];

static void timed(void)
{
    double t[N];
    START
    NOTE("timed")
    for (int i = 0; i < N; i++) {
        t[i] = 2.0 * in[i];
        out[i] += t[i] * t[i];
    }
}

static void opened(void)
{
    double u[N];
#ifdef TIMED
    if (in[0] > 1.0) {
#elif defined NOISY
    if (in[0] > 2.0) {
#else
    if (in[0] > 3.0) {
#endif
        out[0] = 1.0;
    }
    for (int i = 0; i < N; i++) {
        u[i] = 3.0 * in[i];
        out[i] += u[i] * u[i];
    }
}

static void halves(void)
{
    int left = 40;
    double v[N];
    while (left > 0) {
        NOTE("half")
        MAYBE_UNUSED int rest = left % 2;
        for (int i = 0; i < N; i++) {
            v[i] = left * in[i];
            out[i] += v[i];
        }
        left = left / 2;
        LEAVE
}

int main(void)
{
    for (int i = 0; i < N; i++)
        in[i] = i % 5 * 0.5;
    timed();
    opened();
    halves();
    for (int i = 0; i < N; i++)
        printf("%g\n", out[i]);
    return 0;
}
