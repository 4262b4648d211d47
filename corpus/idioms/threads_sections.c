/* Sections: parts of a block that threads take, in no order. */
#include <stdio.h>

#ifndef N
#define N 25
#endif

/* Each part has arrays of its own. */
static void apart(const double in[N], double sums[3])
{
    double up[N], down[N];
#pragma omp parallel sections
    {
#pragma omp section
        {
            up[0] = in[0];
            for (int i = 1; i < N; i++)
                up[i] = 0.5 * up[i - 1] + in[i];
            sums[0] = up[N - 1];
        }
#pragma omp section
        {
            down[0] = in[N - 1];
            for (int i = 1; i < N; i++)
                down[i] = 0.25 * down[i - 1] + in[N - 1 - i];
            sums[1] = down[N - 1];
        }
    }
    sums[2] = sums[0] * sums[1];
}

/* Two rows of one array, used by two parts at the same time: the second index alone would not do. */
static void together(const double in[N], double sums[3])
{
    double both[2][N];
#pragma omp parallel
    {
#pragma omp sections
        {
            {
                both[0][0] = in[0];
                for (int i = 1; i < N; i++)
                    both[0][i] = both[0][i - 1] + in[i];
                sums[0] += both[0][N - 1];
            }
#pragma omp section
            {
                both[1][0] = in[0];
                for (int i = 1; i < N; i++)
                    both[1][i] = both[1][i - 1] - in[i];
                sums[1] += both[1][N - 1];
            }
        }
#pragma omp single
        sums[2] += sums[0] - sums[1];
    }
}

int main(void)
{
    double in[N], sums[3];
    for (int i = 0; i < N; i++)
        in[i] = (i * 5) % 7 + 0.125;
    apart(in, sums);
    together(in, sums);
    printf("%.17g %.17g %.17g\n", sums[0], sums[1], sums[2]);
    return 0;
}
