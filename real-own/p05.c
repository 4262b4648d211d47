#include <stdio.h>
#define NX 200
#define NT 300
/* explicit heat equation keeping the whole history */
static double u[NT + 1][NX];
int main(void)
{
    for (int i = 0; i < NX; i++)
        u[0][i] = i > 80 && i < 120 ? 100.0 : 0.0;
    for (int t = 0; t < NT; t++) {
        u[t + 1][0] = 0;
        u[t + 1][NX - 1] = 0;
        for (int i = 1; i < NX - 1; i++)
            u[t + 1][i] = u[t][i] + 0.2 * (u[t][i - 1] - 2 * u[t][i] + u[t][i + 1]);
    }
    double sum = 0;
    for (int i = 0; i < NX; i++)
        sum += u[NT][i];
    printf("%.9f\n", sum);
    return 0;
}
