/* Temporaries declared inside loops, reused in phases, complex and structured elements. */
#include <complex.h>
#include <stdio.h>

#ifndef N
#define N 8
#endif

struct cell {
    double value;
    int count;
};

static void kernel(int n, const double in[n], double out[n])
{
    struct cell cells[n];
    double complex wave[n];
    double phase[n];

    for (int t = 0; t < 3; t++) {
        double local[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++)
                local[i][j] = in[j] * (i + 1) + t;
            double s = 0.0;
            for (int j = n - 1; j >= 0; j--)
                s = 0.5 * s + local[i][j];
            out[i] += s;
        }
    }
    for (int i = 0; i < n; i++) {
        cells[i].value = in[i] * 2.0;
        cells[i].count = i * 3;
        out[i] += cells[i].value * cells[i].count;
    }
    for (int i = 0; i < n; i++) {
        wave[i] = in[i] + 0.5 * I;
        out[i] += creal(wave[i] * wave[i]);
    }
    for (int i = 0; i < n; i++) {
        phase[i] = in[i];
        out[i] += phase[i];
    }
    for (int i = n - 1; i > 0; i--) {
        phase[i] = in[i] * in[i - 1];
        out[i] -= phase[i];
    }
}

int main(void)
{
    double in[N], out[N] = {0};
    for (int i = 0; i < N; i++)
        in[i] = 0.2 + 0.1 * ((i * 5) % N);
    kernel(N, in, out);
    for (int i = 0; i < N; i++)
        printf("%a\n", out[i]);
    return 0;
}
