// kept: window used-in-unanalysed-code
double blur(const double *in, int n)
{
    double window[64], sum = 0;
    _Static_assert(sizeof window == 512, "a page of windows");
    for (int i = 0; i < 64; i++) {
        window[i] = in[i] * 3;
        sum += window[i] - 1;
    }
    return sum / (n ?: 64);
}
