/* A polynomial by Horner's scheme: its loop counts down, and each coefficient needs the value of
   the one before. The loops around it are fused, and this loop stays as it is. */
#include <math.h>
#include <stdio.h>

#define DEGREE 4
#define N 80

static double value(const double *c, int degree, double x)
{
    double v = c[degree];
    for (int k = degree - 1; k >= 0; k--)
        v = v * x + c[k];
    return v;
}

int main(void)
{
    const double c[] = { 1.0, -3.0, 0.5, 2.0, -0.25 };
    double x[N], p[N], q[N], apart[N];
    double worst = 0, sum = 0;

    for (int i = 0; i < N; i++)
        x[i] = 0.05 * i - 2;
    for (int i = 0; i < N; i++)
        p[i] = value(c, DEGREE, x[i]);
    for (int i = 0; i < N; i++)
        q[i] = value(c, DEGREE - 2, x[i]);
    for (int i = 0; i < N; i++)
        apart[i] = fabs(p[i] - q[i]);
    for (int i = 0; i < N; i++) {
        if (apart[i] > worst)
            worst = apart[i];
        sum += apart[i];
    }
    printf("%.4f at most, %.4f on average\n", worst, sum / N);
    return 0;
}
