// kept: t in-macro
#define OPEN [

void kernel(int n, const double a[], double out[])
{
    double t[n];
    for (int i = 0; i < n; i++) {
        t OPEN i] = 2.0 * a[i];
        out[i] = t[i];
    }
}
