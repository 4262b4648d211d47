#include <stdio.h>
#include <math.h>
/* binomial option pricing with a full tree */
#define STEPS 256
static double tree[STEPS + 1][STEPS + 1];
double price(double s, double k, double r, double v, double t)
{
    double dt = t / STEPS, u = exp(v * sqrt(dt)), d = 1 / u;
    double p = (exp(r * dt) - d) / (u - d), df = exp(-r * dt);
    for (int j = 0; j <= STEPS; j++) {
        double st = s * pow(u, STEPS - 2 * j);
        tree[STEPS][j] = st > k ? st - k : 0;
    }
    for (int i = STEPS - 1; i >= 0; i--)
        for (int j = 0; j <= i; j++)
            tree[i][j] = df * (p * tree[i + 1][j] + (1 - p) * tree[i + 1][j + 1]);
    return tree[0][0];
}
int main(void)
{
    printf("%.8f %.8f\n", price(100, 95, 0.03, 0.2, 1.0), price(100, 110, 0.03, 0.3, 0.5));
    return 0;
}
