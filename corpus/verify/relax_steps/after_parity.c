/* verify: proved
 * Two lines in one array; the parity of the step chooses.
 */
#include <stdio.h>

#ifndef N
#define N 12 /* points */
#endif
#ifndef STEPS
#define STEPS 5
#endif

void relax(int n, int steps, double a[n])
{
    double line[2][n];

    if (steps <= 0)
        return;
    for (int i = 0; i < n; i++)
        line[0][i] = a[i];
    line[1][0] = a[0];
    line[1][n - 1] = a[n - 1];
    for (int t = 0; t < steps; t++) {
        const double *from = line[t & 1];
        double *to = line[(t + 1) & 1];

        for (int i = 1; i < n - 1; i++)
            to[i] = (from[i - 1] + from[i] + from[i + 1]) / 3;
    }
    for (int i = 0; i < n; i++)
        a[i] = line[steps & 1][i];
}

static double line[N];

int main(void)
{
    unsigned seed = 3;
    double checksum = 0;

    for (int i = 0; i < N; i++) {
        seed = seed * 1664525u + 1013904223u;
        line[i] = (seed >> 8) / 65536.0;
    }

    relax(N, STEPS, line);

    for (int i = 0; i < N; i++)
        checksum = 0.996 * checksum + line[i];
    printf("%a\n", checksum);
    return 0;
}
