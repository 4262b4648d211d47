/* verify: proved
 * Two loops.
 */
#include <stdio.h>

#ifndef N
#define N 17 /* elements of a row */
#endif

static float row[N];

float settle(int n, float *row)
{
    float most = 1;

    while (most > 0.25f) {
        most = 0;
        for (int i = 0; i < n; i++)
            row[i] *= 0.5f;
        for (int i = 0; i < n; i++)
            most += row[i];
    }
    return most;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        row[i] = (float)(i % 5);
    printf("%.3f\n", settle(N, row));
    for (int i = 0; i < N; i++)
        printf("%.3f\n", row[i]);
    return 0;
}
