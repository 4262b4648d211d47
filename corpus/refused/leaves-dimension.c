// kept: t leaves-dimension
#define N 10
int kernel(const int a[])
{
    int t[N][N], s = 0;
    for (int i = 0; i < N * N; i++)
        t[0][i] = a[i];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s = s * 3 + t[i][N - 1 - j];
    return s;
}
