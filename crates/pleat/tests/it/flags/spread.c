#define N 9
void spread(const double top[N + 1], const double left[N + 1], double result[1])
{
    double A[N + 1][N + 1];
    for (int t = 1; t <= N; t++)
        for (int i = 1; i <= N; i++)
            A[t][i] = (i > 1 ? A[t][i - 1] : left[t]) + (t > 1 ? A[t - 1][i] : top[i]);
    for (int i = 1; i <= N; i++)
        result[0] = result[0] + A[i][N] + A[N][i];
}
