/*
 * Lines under `#if` use the arrays: the fold is the same in each configuration and is written into
 * all of their lines.
 *
 * Expected:
 *   half     one variable, printed with LOG
 *   wide     two rows, by either of two kernels
 *   shown    one variable, named by one definition of a macro
 *   sized    one variable, declared with two sizes
 *   mean     two elements, for each value of WEIGHTS
 *   dumped   stays: with DUMP all of it is needed at the end
 *   grown    stays: PAIRS needs two elements, the other kernel one
 */
#include <stdio.h>

#ifndef N
#define N 12
#endif

static double halves(void)
{
    double half[N], sum = 0;

    for (int i = 0; i < N; i++) {
        half[i] = 0.5 * i + 1;
#ifdef LOG
        printf("%d: %g\n", i, half[i]);
#endif
        sum = 0.7 * sum + half[i];
    }
    return sum;
}

static double rows(int w, int h)
{
    double wide[h][w], sum = 0;

    for (int y = 0; y < h; y++) {
#ifdef MIRRORED
        for (int x = 0; x < w; x++)
            wide[y][x] = 3 * y + (w - 1 - x) % 4;
#else
        for (int x = 0; x < w; x++)
            wide[y][x] = 2 * y + x % 5;
#endif
        if (y > 0)
            for (int x = 0; x < w; x++)
                sum = 0.9 * sum + wide[y][x] * wide[y - 1][x];
    }
    return sum;
}

#ifdef LOG
#define SHOW(i) printf("%d of %d: %g\n", i, N, shown[i])
#else
#define SHOW(i) ((void)(i))
#endif

static double by_macro(void)
{
    double shown[N], sum = 0;

    for (int i = 0; i < N; i++) {
        shown[i] = 1.5 * i;
        SHOW(i);
        sum += shown[i];
    }
    return sum;
}

static double sizes(int n)
{
#if defined(MIRRORED) && !defined(LOG)
    double sized[2 * n];
#else
    double sized[n];
#endif
    double sum = 0;

    for (int i = 0; i < n; i++) {
        sized[i] = i * i;
        sum += sized[i];
    }
    return sum;
}

static double means(void)
{
    double mean[N], sum = 0;

    mean[0] = 1;
    for (int i = 1; i < N; i++) {
#if WEIGHTS == 1
        mean[i] = 0.25 * mean[i - 1] + 0.75 * i;
#elif WEIGHTS >= 2
        mean[i] = (mean[i - 1] + i) / 2;
#else
        mean[i] = mean[i - 1] - 1;
#endif
        sum += mean[i] - mean[i - 1];
    }
    return sum;
}

static double at_the_end(void)
{
    double dumped[N], sum = 0;

    for (int i = 0; i < N; i++) {
        dumped[i] = 7 - i;
        sum += dumped[i];
    }
#ifdef DUMP
    for (int i = 0; i < N; i++)
        printf("%g ", dumped[i]);
#endif
    return sum;
}

static double pairs(void)
{
    double grown[N + 1], sum = 0;

#ifdef PAIRS
    for (int i = 0; i < N; i += 2) {
        grown[i] = 3 * i;
        grown[i + 1] = i + 2;
        sum += grown[i] * grown[i + 1];
    }
#else
    for (int i = 0; i < N; i++) {
        grown[i] = 4 * i;
        sum += grown[i];
    }
#endif
    return sum;
}

int main(void)
{
    printf("%g %g %g\n", halves(), rows(N, N + 1), by_macro());
    printf("%g %g %g %g\n", sizes(N), means(), at_the_end(), pairs());
    return 0;
}
