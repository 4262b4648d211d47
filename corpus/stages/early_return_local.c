/*
 * Upwind fluxes of a river: the function for a face returns early, one of its branches after it has
 * computed the speed of a front.
 *
 * Expected:
 *   flux   two values
 */
#include <stdio.h>
#include <stdlib.h>

static double through(double left, double right)
{
    if (left > right) {
        double mean = 0.5 * (left + right);
        double front = mean - 0.1;
        return front > 0 ? left * left : right * right;
    }
    if (left < 0)
        return right < 0 ? right * right : 0;
    return left * left;
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 60;
    if (n < 3)
        return 1;
    double *depth = malloc(n * sizeof *depth);
    double *flux = malloc(n * sizeof *flux);
    double *after = malloc(n * sizeof *after);
    if (!depth || !flux || !after)
        return 1;

    for (int i = 0; i < n; i++)
        depth[i] = (i * 29 % 17) / 8.0 - 1;
    for (int i = 0; i < n - 1; i++)
        flux[i] = through(depth[i], depth[i + 1]);
    for (int i = 1; i < n - 1; i++)
        after[i] = depth[i] - 0.2 * (flux[i] - flux[i - 1]);
    for (int i = 1; i < n - 1; i++)
        printf("%a\n", after[i]);
    free(depth);
    free(flux);
    free(after);
    return 0;
}
