/*
 * Values move ten points to the right in each step.
 */
void shift(int steps, int n, double u[steps + 1][n])
{
    for (int t = 0; t < steps; t++)
        for (int i = 10; i < n; i++)
            u[t + 1][i] = 0.5 * (u[t][i] + u[t][i - 10]);
}
