/*
 * One head of attention over T tokens of D numbers each.
 *
 * Expected:
 *   q     the storage of v
 *   att   the storage of sm, in place
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 9 /* tokens */
#endif
#ifndef W
#define W 6 /* numbers */
#endif

static void attention(int T, int D, const float *x,
                   const float *wq, const float *wk, const float *wv, float *out)
{
    float *q = malloc(sizeof(float) * T * D);
    float *k = malloc(sizeof(float) * T * D);
    float *v = malloc(sizeof(float) * T * D);
    float *att = malloc(sizeof(float) * T * T);
    float *sm = malloc(sizeof(float) * T * T);
    for (int t = 0; t < T; t++)
        for (int i = 0; i < D; i++) {
            float s = 0;
            for (int j = 0; j < D; j++) s += x[t * D + j] * wq[i * D + j];
            q[t * D + i] = s;
        }
    for (int t = 0; t < T; t++)
        for (int i = 0; i < D; i++) {
            float s = 0;
            for (int j = 0; j < D; j++) s += x[t * D + j] * wk[i * D + j];
            k[t * D + i] = s;
        }
    for (int t = 0; t < T; t++)
        for (int u = 0; u <= t; u++) {
            float s = 0;
            for (int j = 0; j < D; j++) s += q[t * D + j] * k[u * D + j];
            att[t * T + u] = s;
        }
    for (int t = 0; t < T; t++) {
        float m = att[t * T], sum = 0;
        for (int u = 1; u <= t; u++) if (att[t * T + u] > m) m = att[t * T + u];
        for (int u = 0; u <= t; u++) { sm[t * T + u] = 1 / (1 + m - att[t * T + u]); sum += sm[t * T + u]; }
        for (int u = 0; u <= t; u++) sm[t * T + u] /= sum;
    }
    for (int t = 0; t < T; t++)
        for (int i = 0; i < D; i++) {
            float s = 0;
            for (int j = 0; j < D; j++) s += x[t * D + j] * wv[i * D + j];
            v[t * D + i] = s;
        }
    for (int t = 0; t < T; t++)
        for (int i = 0; i < D; i++) {
            float s = 0;
            for (int u = 0; u <= t; u++) s += sm[t * T + u] * v[u * D + i];
            out[t * D + i] = s;
        }
    free(q); free(k); free(v); free(att); free(sm);
}

static float x[N * W], wq[W * W], wk[W * W], wv[W * W], out[N * W];

int main(void)
{
    for (int i = 0; i < N * W; i++)
        x[i] = (float)(i * 7 % 13) / 16;
    for (int i = 0; i < W * W; i++) {
        wq[i] = (float)(i * 5 % 11 - 5) / 8;
        wk[i] = (float)(i * 3 % 7 - 3) / 8;
        wv[i] = (float)(i * 2 % 5 - 2) / 8;
    }
    attention(N, W, x, wq, wk, wv, out);
    for (int i = 0; i < N * W; i++)
        printf("%.7g\n", out[i]);
    return 0;
}
