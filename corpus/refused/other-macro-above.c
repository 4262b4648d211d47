// kept: t other-macro
// With OpenMP the loops become parallel, though nothing between the uses of the arrays says so.
#ifdef _OPENMP
#define EACH_ROW _Pragma("omp parallel for")
#define OMP(directive) _Pragma(#directive)
#define TEAM _Pragma("omp parallel") {
#define END_OF_TEAM }
#else
#define EACH_ROW
#define OMP(directive)
#define TEAM
#define END_OF_TEAM
#endif
#define ROWS EACH_ROW

void kernel(int n, const double a[n], double out[n])
{
    double t[n];
    EACH_ROW
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * a[i];
        out[i] = t[i];
    }
}

void through_another(int n, const double a[n], double out[n])
{
    double u[n];
    ROWS
    for (int i = 0; i < n; i++) {
        u[i] = 2.0 * a[i];
        out[i] = u[i];
    }
}

/* The uses are in a loop that is a region of its own. */
void around_a_region(int n, const int depth[n], const double a[n], double out[n])
{
    double v[n][n];
    OMP(omp parallel for)
    for (int k = 0; k < n; k++) {
        int left = depth[k];
        while (left > 0) {
            for (int i = 0; i < n; i++) {
                v[k][i] = left * a[i];
                out[k] += v[k][i];
            }
            left = left / 2;
        }
    }
}

void in_a_team(int n, int from, const double a[n], double out[n])
{
    double w[n];
    TEAM
    from = from + 1;
    for (int i = from; i < n; i++) {
        w[i] = 2.0 * a[i];
        out[i] = w[i];
    }
    END_OF_TEAM
}
