/*
 * No value moves: rectangles are as good.
 */
void scale(int rounds, int n, double *restrict u)
{
    for (int r = 0; r < rounds; r++)
        for (int i = 0; i < n; i++)
            u[i] = 0.9 * u[i] + 0.1;
}
