// kept: level used-in-unanalysed-code
#define CHECKED(fast, e) __builtin_choose_expr(fast, 0, e)
double levels(const double *in)
{
    double level[20], sum = 0;
    for (int i = 0; i < 20; i++)
        level[i] = in[i] + 1;
    for (int i = 0; i < 20; i++) {
        (void)CHECKED(1, level[i] = 0);
        sum += level[i];
    }
    return sum;
}
