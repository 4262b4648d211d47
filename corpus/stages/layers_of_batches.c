/*
 * Layers return structures by value inside the loop over a batch; the loops of the second stage use
 * the name of the counter that the fused loop has.
 *
 * Expected:
 *   hidden   one element
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 6
#endif
#ifndef W
#define W 8
#endif

typedef struct {
    int n;
    float *v;
} vector;

static vector vector_new(int n)
{
    vector t;
    t.n = n;
    t.v = malloc(sizeof(float) * n);
    if (!t.v) { fputs("no memory\n", stderr); exit(1); }
    return t;
}

static vector dense(vector in, const float *weight, int n)
{
    vector t = vector_new(n);
    for (int o = 0; o < n; o++) {
        float sum = 0;
        for (int c = 0; c < in.n; c++)
            sum += weight[o * in.n + c] * in.v[c];
        t.v[o] = sum;
    }
    return t;
}

static void clamped(vector in, float *out)
{
    for (int c = 0; c < in.n; c++)
        out[c] = in.v[c] > 0 ? in.v[c] : 0;
}

int main(void)
{
    static float weight[W * W], out[W];
    double sum = 0;
    for (int i = 0; i < W * W; i++)
        weight[i] = (i * 7 % 11 - 5) * 0.1f;
    vector in = vector_new(W);
    for (int k = 0; k < N; k++) {
        for (int i = 0; i < in.n; i++)
            in.v[i] = (i * 3 + k) % 5;
        vector hidden = dense(in, weight, W);
        clamped(hidden, out);
        for (int i = 0; i < W; i++)
            sum = 0.5 * sum + out[i];
        free(hidden.v);
    }
    free(in.v);
    printf("sum %.6f\n", sum);
    return 0;
}
