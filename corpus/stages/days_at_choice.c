/*
 * Dust in a filter, over fewer days where a short report is asked for.
 *
 * Expected:
 *   dust   three values
 *   mean   one value
 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int days = argc > 1 && argv[1][0] == 's' ? 30 : 365 * argc;
    double *dust = malloc(days * sizeof *dust), *mean = malloc(days * sizeof *mean);
    double worst = 0;

    if (!dust || !mean)
        return 1;
    for (int d = 0; d < days; d++)
        dust[d] = (d * 37 % 101) / 8.0;
    for (int d = 2; d < days; d++)
        mean[d] = (dust[d - 2] + dust[d - 1] + dust[d]) / 3;
    for (int d = 2; d < days; d++)
        if (mean[d] > worst)
            worst = mean[d];
    printf("%.4f\n", worst);
    free(dust);
    free(mean);
    return 0;
}
