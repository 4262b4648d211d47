/* verify: refuted
 * The sample that each iteration loads for the next one; the last load leaves the array.
 */
#include <stdio.h>

#ifndef N
#define N 20
#endif

static void differences(int n, const float *restrict in, float *restrict out)
{
    float first = in[0];
    float second = in[1];

    for (int i = 0; i < n - 1; i++) {
        out[i] = second - first;
        first = second;
        second = in[i + 2];
    }
}

static float in[N], out[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        in[i] = (i * 7) % 11;
    differences(N, in, out);
    for (int i = 0; i < N - 1; i++)
        printf("%a\n", out[i]);
    return 0;
}
