/*
 * Gauss-Seidel: points of a step need each other. The tiles are parallelograms.
 */
void relax(int steps, int n, double *u)
{
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n - 1; i++)
            u[i] = (u[i - 1] + u[i] + u[i + 1]) / 3;
}
