/* A loop over time that every thread executes. What one thread does at the end of a step touches no array, so it may run
 * into the next step. */
#include <stdio.h>

#define STEPS 6
#define M 40

static double p[M + 1];

static void steps(void)
{
    double cu[STEPS][M + 1], time = 0;
    int i, t;
#pragma omp parallel default(shared) private(i, t)
    for (t = 0; t < STEPS; t++) {
#pragma omp for
        for (i = 0; i < M; i++)
            cu[t][i + 1] = p[i + 1] + p[i];
#pragma omp for
        for (i = 0; i < M; i++)
            p[i] -= cu[t][i + 1] * 0.25;
#pragma omp master
        time = time + 0.5;
    }
    printf("%g\n", time);
}

int main(void)
{
    for (int i = 0; i <= M; i++)
        p[i] = i % 7;
    steps();
    for (int i = 0; i <= M; i++)
        printf("%.9g\n", p[i]);
    return 0;
}
