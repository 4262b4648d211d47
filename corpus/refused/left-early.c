// kept: t used-in-unanalysed-code
// Threads that cancel leave elements as they were set before.
void kernel(int n, const double a[n], double out[n])
{
    double t[n];
    for (int i = 0; i < n; i++)
        t[i] = a[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        if (a[i] < 0.0) {
#pragma omp cancel for
        }
        t[i] = 2.0 * a[i];
    }
    for (int i = 0; i < n; i++)
        out[i] = t[i];
}

/* A scan executes the first half of all iterations before the second half of any. */
void scanned(int n, const double a[n], double out[n])
{
    double before[n];
    double sum = 0.0;
#pragma omp simd reduction(inscan, + : sum)
    for (int i = 0; i < n; i++) {
        before[i] = a[i];
        sum += before[i];
#pragma omp scan inclusive(sum)
        out[i] = sum + before[i];
    }
}
