// kept: t carried-across-iterations
double next(void);
void kernel(int n, double out[])
{
    double t[n];
    for (int round = 0; next() > 0.0; round++) {
        if (round == 0)
            for (int i = 0; i < n; i++)
                t[i] = next();
        for (int i = 0; i < n; i++)
            out[i] += t[i] * next();
    }
}
