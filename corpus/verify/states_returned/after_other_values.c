/* verify: refuted
 * Other values.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 17 /* elements of a row */
#endif
#ifndef STEPS
#define STEPS 3
#endif

double *halved(int n, int steps)
{
    double *now = malloc(n * sizeof *now);
    double *next = malloc(n * sizeof *next);

    if (!now || !next)
        exit(1);
    for (int i = 0; i < n; i++)
        now[i] = next[i] = i;
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++)
            next[i] = 0.5 * now[i] + 2;
        double *swap = now;
        now = next;
        next = swap;
    }
    free(next);
    return now;
}

int main(void)
{
    double *row = halved(N, STEPS);

    for (int i = 0; i < N; i++)
        printf("%.3f\n", row[i]);
    free(row);
    return 0;
}
