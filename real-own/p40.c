#include <stdio.h>
#include <stdlib.h>
/* Monte Carlo Asian option: paths as matrix, per path average */
static unsigned long long state = 88172645463325252ull;
static double uniform(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(state >> 11) / 9007199254740992.0;
}
double asian(int paths, int steps, double s0, double k)
{
    double **p = malloc(sizeof(double *) * (size_t)paths);
    double *payoff = malloc(sizeof(double) * (size_t)paths);
    double mean = 0;
    for (int i = 0; i < paths; i++) {
        p[i] = malloc(sizeof(double) * (size_t)(steps + 1));
        p[i][0] = s0;
        double avg = 0;
        for (int t = 1; t <= steps; t++) {
            p[i][t] = p[i][t - 1] * (1 + 0.02 * (uniform() - 0.5));
            avg += p[i][t];
        }
        avg /= steps;
        payoff[i] = avg > k ? avg - k : 0;
        mean += payoff[i];
    }
    for (int i = 0; i < paths; i++)
        free(p[i]);
    free(p);
    free(payoff);
    return mean / paths;
}
int main(void)
{
    printf("%.9f\n", asian(200, 50, 100, 99.5));
    return 0;
}
