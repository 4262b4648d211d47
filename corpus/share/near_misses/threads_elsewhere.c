/*
 * Other files call the function: two threads may execute it at the same time, one with `n` = 0 and
 * one with `m` = 0, each with an array of its own.
 *
 * Expected:
 *   even, odd   stay: no array is set by every call
 */
#ifndef N
#define N 32 /* elements */
#endif

void either(const int *in, int *out, int n, int m)
{
    static int even[N], odd[N];
    for (int i = 0; i < n; i++)
        even[i] = in[i] * 3;
    for (int i = 0; i < n; i++)
        out[i] = even[n - 1 - i];
    for (int i = 0; i < m; i++)
        odd[i] = in[i] * 5;
    for (int i = 0; i < m; i++)
        out[i] += odd[m - 1 - i];
}
