/* A loop over the first values, among loops over all: it becomes part of them where the function has
 * made sure that there are so many. */
#include <stdio.h>
#include <stdlib.h>

enum { FIRST = 4, ALL = 200 };

/* The average begins with the mean of some values and goes on by recursion. */
static double known(const double *in, int n)
{
    if (n < 2 * FIRST)
        return 0;
    double *up = malloc(n * sizeof *up);
    double *mean = malloc(n * sizeof *mean);
    double start = 0, sum = 0;
    if (!up || !mean)
        exit(1);
    for (int i = 0; i < n; i++)
        up[i] = in[i] > 0 ? in[i] : 0;
    for (int i = 0; i < FIRST; i++)
        start += up[i] / FIRST;
    mean[FIRST - 1] = start;
    for (int i = FIRST; i < n; i++)
        mean[i] = (mean[i - 1] * (FIRST - 1) + up[i]) / FIRST;
    for (int i = FIRST - 1; i < n; i++)
        sum = 0.5 * sum + mean[i];
    free(up);
    free(mean);
    return sum;
}

/* There may be fewer. */
static double unknown(const double *in, int n)
{
    double *up = malloc((n + FIRST) * sizeof *up);
    double sum = 0;
    if (!up)
        exit(1);
    for (int i = 0; i < n; i++)
        up[i] = in[i] * 3;
    for (int i = 0; i < FIRST && i < n; i++)
        sum += up[i];
    for (int i = 0; i < n; i++)
        sum -= up[i] / 7;
    free(up);
    return sum;
}

int main(void)
{
    double in[ALL];
    unsigned s = 5;
    for (int i = 0; i < ALL; i++) {
        s = s * 1103515245u + 12345u;
        in[i] = (s >> 16) % 91 / 16.0 - 2;
    }
    printf("%.6f %.6f\n", known(in, ALL), known(in, FIRST));
    printf("%.6f %.6f\n", unknown(in, ALL), unknown(in, FIRST / 2));
    return 0;
}
