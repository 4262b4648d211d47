/*
 * Two dense layers. The activation between them runs over all elements of the hidden layer, with a
 * counter of the same name as that of its rows; in one function directly, in the other in a function
 * of its own.
 *
 * Expected: one row of `hidden`.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef W
#define W 11 /* inputs and outputs */
#endif
#ifndef H
#define H 19 /* samples */
#endif

static void layers(const float *x, const float *w1, const float *w2, float *out, int n, int d, int m)
{
    float *hidden = malloc(sizeof(float) * n * m);

    if (!hidden)
        abort();
    for (int i = 0; i < n; i++)
        for (int o = 0; o < m; o++) {
            float s = 0;
            for (int k = 0; k < d; k++)
                s += x[i * d + k] * w1[o * d + k];
            hidden[i * m + o] = s;
        }
    for (int i = 0; i < n * m; i++)
        hidden[i] = hidden[i] > 0 ? hidden[i] : 0.01f * hidden[i];
    for (int i = 0; i < n; i++)
        for (int o = 0; o < d; o++) {
            float s = 0;
            for (int k = 0; k < m; k++)
                s += hidden[i * m + k] * w2[o * m + k];
            out[i * d + o] = s;
        }
    free(hidden);
}

static void activate(float *x, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = x[i] > 0 ? x[i] : 0.01f * x[i];
}

static void dense(const float *x, const float *w, float *y, int n, int from, int to)
{
    for (int i = 0; i < n; i++)
        for (int o = 0; o < to; o++) {
            float s = 0;
            for (int k = 0; k < from; k++)
                s += x[i * from + k] * w[o * from + k];
            y[i * to + o] = s;
        }
}

static void in_functions(const float *x, const float *w1, const float *w2, float *out, int n, int d, int m)
{
    float *hidden = malloc(sizeof(float) * n * m);

    if (!hidden)
        abort();
    dense(x, w1, hidden, n, d, m);
    activate(hidden, n * m);
    dense(hidden, w2, out, n, m, d);
    free(hidden);
}

static float x[H * W], w1[2 * W * W], w2[2 * W * W], out[H * W], other[H * W];

int main(void)
{
    for (int k = 0; k < H * W; k++)
        x[k] = k * 37 % 101 - 50;
    for (int k = 0; k < 2 * W * W; k++) {
        w1[k] = k * 23 % 19 - 9;
        w2[k] = k * 29 % 17 - 8;
    }
    layers(x, w1, w2, out, H, W, 2 * W);
    in_functions(x, w1, w2, other, H, W, 2 * W);
    for (int k = 0; k < H * W && k < 300; k++)
        printf("%a %a\n", (double)out[k], (double)other[k]);
    return 0;
}
