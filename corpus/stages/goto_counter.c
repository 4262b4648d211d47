/*
 * Stages behind a jump to the end on data. One counter is declared before all loops: what it is
 * behind the jump depends on data, but nobody reads that.
 *
 * Expected:
 *   scaled, level  one element
 *   window         2 * HALF + 1 elements
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 90 /* frames */
#endif
#define HALF 4

static int compare(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;

    return (x > y) - (x < y);
}

static float peaks(int n, int scale)
{
    int f, i;
    float most = 0, sum = -1;
    float *flux = malloc(n * sizeof *flux);
    float *scaled = malloc(n * sizeof *scaled);
    float *window = malloc(n * sizeof *window);
    float *level = malloc(n * sizeof *level);

    if (!flux || !scaled || !window || !level)
        goto out;
    for (f = 0; f < n; f++)
        flux[f] = (float)(f * 89 % 101 * scale);
    for (f = 0; f < n; f++)
        if (flux[f] > most)
            most = flux[f];
    if (most < 1.0f) {
        printf("silence\n");
        goto out;
    }
    for (f = 1; f < n; f++)
        scaled[f] = flux[f] / most - flux[f - 1] * 0.001f;
    for (f = 1; f < n; f++)
        window[f] = scaled[f] > 0.0f ? scaled[f] : 0.0f;
    for (f = 1; f < n; f++) {
        float near[2 * HALF + 1];
        int c = 0;

        for (i = f - HALF; i <= f + HALF; i++)
            if (i >= 1 && i < n)
                near[c++] = window[i];
        qsort(near, c, sizeof near[0], compare);
        level[f] = near[c / 2] + 0.02f;
    }
    sum = 0;
    for (f = 1; f < n; f++)
        if (window[f] > level[f])
            sum += window[f];
out:
    free(flux);
    free(scaled);
    free(window);
    free(level);
    return sum;
}

int main(void)
{
    printf("%g\n", peaks(H, 0));
    printf("%g\n", peaks(H, 1));
    return 0;
}
