/*
 * The angle of a servo follows its target by a recurrence; a symmetric mean of five angles is
 * printed. No compiler vectorises the recurrence, so nothing is lost in one loop with it.
 *
 * Expected:
 *   angle    5 values
 *   wanted   1 value
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 400 /* steps */
#endif

static double mean_error(int n, const double *command, double *smooth)
{
    double *wanted = malloc(n * sizeof *wanted);
    double *angle = malloc(n * sizeof *angle);
    double sum = 0;

    if (!wanted || !angle)
        exit(1);
    for (int i = 0; i < n; i++)
        wanted[i] = command[i] * 0.5 + 3;
    angle[0] = wanted[0];
    for (int i = 1; i < n; i++)
        angle[i] = angle[i - 1] + 0.2 * (wanted[i] - angle[i - 1]);
    for (int i = 2; i < n - 2; i++) {
        smooth[i] = (angle[i - 2] + angle[i - 1] + angle[i] + angle[i + 1] + angle[i + 2]) / 5;
        sum += smooth[i];
    }
    free(wanted);
    free(angle);
    return sum / n;
}

int main(void)
{
    static double command[N], smooth[N];

    for (int i = 0; i < N; i++)
        command[i] = (i / 50) % 3;
    printf("%.9f\n", mean_error(N, command, smooth));
    printf("%.9f\n", smooth[N / 2]);
    return 0;
}
