/*
 * A perceptron of three layers, with an array for the sums and for the values of each.
 *
 * Expected:
 *   a1, a2, e   in place of z1, z2, z3: each value replaces the sum that it is computed from
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#ifndef N
#define N 12
#endif
#define D0 N
#define D1 (2 * N)
#define D2 (2 * N)
#define D3 5

static void mlp(const float x[D0], const float w1[D1][D0], const float w2[D2][D1],
                const float w3[D3][D2], float y[D3])
{
    float z1[D1], a1[D1], z2[D2], a2[D2], z3[D3], e[D3];
    for (int i = 0; i < D1; i++) {
        z1[i] = 0;
        for (int j = 0; j < D0; j++)
            z1[i] += w1[i][j] * x[j];
    }
    for (int i = 0; i < D1; i++)
        a1[i] = z1[i] > 0 ? z1[i] : 0;
    for (int i = 0; i < D2; i++) {
        z2[i] = 0;
        for (int j = 0; j < D1; j++)
            z2[i] += w2[i][j] * a1[j];
    }
    for (int i = 0; i < D2; i++)
        a2[i] = z2[i] > 0 ? z2[i] : 0;
    for (int i = 0; i < D3; i++) {
        z3[i] = 0;
        for (int j = 0; j < D2; j++)
            z3[i] += w3[i][j] * a2[j];
    }
    float sum = 0;
    for (int i = 0; i < D3; i++) {
        e[i] = 1 + z3[i] * z3[i];
        sum += e[i];
    }
    for (int i = 0; i < D3; i++)
        y[i] = e[i] / sum;
}

static float x[D0], w1[D1][D0], w2[D2][D1], w3[D3][D2], y[D3];

int main(void)
{
    for (int i = 0; i < D0; i++)
        x[i] = (float)(i * 7 % 5) / 4;
    for (int i = 0; i < D1; i++)
        for (int j = 0; j < D0; j++)
            w1[i][j] = (float)((i * 5 + j * 3) % 7 - 3) / 8;
    for (int i = 0; i < D2; i++)
        for (int j = 0; j < D1; j++)
            w2[i][j] = (float)((i * 3 + j * 5) % 11 - 5) / 8;
    for (int i = 0; i < D3; i++)
        for (int j = 0; j < D2; j++)
            w3[i][j] = (float)((i * 2 + j * 7) % 5 - 2) / 8;
    mlp(x, w1, w2, w3, y);
    for (int i = 0; i < D3; i++)
        printf("%.7g\n", y[i]);
    return 0;
}
