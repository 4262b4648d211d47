/* verify: refuted
 * The function is asked after the stages.
 */
#include <stdio.h>

#ifndef N
#define N 17 /* elements of a row */
#endif

static float row[N], sum[N];
static int left = 3;

static int is_done(void)
{
    return left-- <= 0;
}

void repeat(int n, float *row, float *sum)
{
    do {
        for (int i = 0; i < n; i++) {
            row[i] = 0.5f * row[i] + 1;
            sum[i] += row[i];
        }
        printf("%.3f\n", sum[n - 1]);
    } while (!is_done());
}

int main(void)
{
    for (int i = 0; i < N; i++)
        row[i] = (float)(i % 5);
    repeat(N, row, sum);
    for (int i = 0; i < N; i++)
        printf("%.3f %.3f\n", row[i], sum[i]);
    return 0;
}
