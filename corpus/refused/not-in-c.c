// kept: t not-in-c
/* ROW is taken at its value, but where that would be asserted it is not defined yet. */
double kernel(int n, const double *in)
{
    double sum = 0;
#define ROW 8
#if ROW > 4
    double t[ROW * ROW];
    for (int i = 0; i < ROW * ROW; i++) {
        t[i] = in[i];
        sum += t[i] * n;
    }
#endif
    return sum;
}
