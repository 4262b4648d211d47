/* verify: refuted
 * Two steps in one sweep, at the same point: the second needs a value that the
 * first has not computed.
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
    int t = 0;

    for (; t + 1 < steps; t += 2) {
        double first[n];

        first[0] = a[0];
        for (int i = 1; i < n; i++) {
            first[i] = i < n - 1 ? (a[i - 1] + a[i] + a[i + 1]) / 3 : a[i];
            if (i < n - 1)
                a[i] = (first[i - 1] + first[i] + first[i + 1]) / 3;
        }
    }
    if (t < steps) {
        double left = a[0];

        for (int i = 1; i < n - 1; i++) {
            double here = a[i];

            a[i] = (left + here + a[i + 1]) / 3;
            left = here;
        }
    }
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
