// kept: waves used-in-unanalysed-code
// The block that is the body of a loop has a directive of its own.
void tasks(int n, const double a[n], double out[n])
{
    double waves[8][n];
    for (int k = 0; k < 8; k++)
#pragma omp task
    {
        for (int i = 0; i < n; i++) {
            waves[k][i] = k * a[i];
            out[i] = waves[k][i];
        }
    }
}

void groups(int n, int left, const double a[n], double out[n])
{
    double echoes[n];
    while (left > 0)
#pragma omp taskgroup
    {
        for (int i = 0; i < n; i++) {
            echoes[i] = left * a[i];
            out[i] = echoes[i];
        }
        left = left / 2;
    }
}

void parts(int n, const double a[n], double out[n], double more[n])
{
    double halves[n][n];
#pragma omp parallel for
    for (int k = 0; k < n; k++)
#pragma omp parallel sections
    {
        for (int i = 0; i < n / 2; i++) {
            halves[k][i] = k * a[i];
            out[k] += halves[k][i];
        }
#pragma omp section
        for (int i = n / 2; i < n; i++) {
            halves[k][i] = k * a[i];
            more[k] += halves[k][i];
        }
    }
}

void in_an_expression(int n, const double a[n], double out[n])
{
    double tones[n];
    for (int i = 0; i < n; i++)
        out[i] = ({
#pragma omp task
            tones[i] = a[i];
            tones[i] + 1.0;
        });
}
