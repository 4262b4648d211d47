/*
 * Elements that are counted through all rows, but not each of them: by a test, after a loop that
 * data ends, and by an object that others change.
 *
 * Expected: no loops are fused.
 */
#include <stdio.h>
#include <stdlib.h>

#define H 9
#define W 13

static double by_test(const float *in, int h, int w)
{
    if (h < 1 || w < 1)
        return 0;
    float *t = calloc(h * w, sizeof *t);
    double sum = 0;
    int k = 0;
    if (!t)
        return -1;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            if (in[x] > 3)
                t[k++] = in[x] * y;
    k = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            sum = 0.5 * sum + t[k++];
    free(t);
    return sum;
}

static double until_found(const float *in, int h, int w)
{
    if (h < 1 || w < 1)
        return 0;
    float *t = calloc(h * w, sizeof *t);
    double sum = 0;
    int k = 0;
    if (!t)
        return -1;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            t[k] = in[x] * y;
            k++;
            if (in[x] > 9)
                break;
        }
    k = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            sum = 0.5 * sum + t[k++];
    free(t);
    return sum;
}

static double by_address(const float *in, int h, int w)
{
    if (h < 1 || w < 1)
        return 0;
    float *t = calloc(h * w + 1, sizeof *t);
    double sum = 0;
    int k = 0, *other = &k;
    if (!t)
        return -1;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            t[k] = in[x] * y;
            k++;
            if (in[x] > 9 && k > 1)
                --*other;
        }
    k = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            sum = 0.5 * sum + t[k++];
    free(t);
    return sum;
}

int main(void)
{
    float in[W];
    for (int i = 0; i < W; i++)
        in[i] = (i * 7 + 3) % 11;
    printf("%g %g %g\n", by_test(in, H, W), until_found(in, H, W), by_address(in, H, W));
    return 0;
}
