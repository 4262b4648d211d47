/*
 * Smooth heights. Helpers set pointers by their addresses: to a table of rows, to a flat array, and
 * to what a stage has computed.
 *
 * Expected:
 *   t        two rows, in both functions
 *   flat     two rows
 *   steps    two values
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 12
#endif

static void new_table(float ***table, int h, int w)
{
    *table = (float **) malloc(h * sizeof(float *));
    for (int y = 0; y < h; y++)
        (*table)[y] = (float *) malloc(w * sizeof(float));
}

static void free_table(float **table, int h)
{
    for (int y = 0; y < h; y++)
        free(table[y]);
    free(table);
}

static int reserved(float ***table, int h, int w)
{
    *table = malloc(h * sizeof(float *));
    if (*table == NULL)
        return -1;
    for (int y = 0; y < h; y++) {
        (*table)[y] = malloc(w * sizeof(float));
        if ((*table)[y] == NULL)
            return -1;
    }
    return 0;
}

static void new_plane(float **plane, int size)
{
    *plane = malloc(size * sizeof(float));
}

static void differences(const float *in, float **out, int n)
{
    float *steps = malloc(n * sizeof *steps);
    for (int i = 0; i < n; i++)
        steps[i] = in[i + 1] - in[i];
    *out = steps;
}

double by_table(const float *in, int h, int w)
{
    float **t;
    double sum = 0;
    if (h < 2 || w < 1)
        return 0;
    new_table(&t, h, w);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y][x] = in[y * w + x] * 0.5f;
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            sum += t[y][x] * t[y - 1][x];
    free_table(t, h);
    return sum;
}

double by_code(const float *in, int h, int w)
{
    float **t;
    double sum = 0;
    if (h < 2 || w < 1)
        return 0;
    if (reserved(&t, h, w) != 0)
        return -1;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y][x] = in[y * w + x] * 0.25f;
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            sum += t[y][x] - t[y - 1][x] * t[y][x];
    free_table(t, h);
    return sum;
}

double by_plane(const float *in, int h, int w)
{
    float *flat;
    double sum = 0;
    new_plane(&flat, h * w);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            flat[y * w + x] = in[y * w + x] * 0.5f;
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            sum += flat[y * w + x] * flat[(y - 1) * w + x];
    free(flat);
    return sum;
}

double by_stage(const float *in, int n)
{
    float *steps;
    double sum = 0;
    differences(in, &steps, n);
    for (int i = 1; i < n; i++)
        sum += steps[i] * steps[i - 1];
    free(steps);
    return sum;
}

int main(void)
{
    static float in[N * (N + 3)];
    for (int i = 0; i < N * (N + 3); i++)
        in[i] = (float) (i * 7 % 11);
    printf("%g\n", by_table(in, N, N + 3));
    printf("%g\n", by_code(in, N, N + 3));
    printf("%g\n", by_plane(in, N, N + 3));
    printf("%g\n", by_stage(in, N));
    return 0;
}
