/*
 * Steps until nothing changes any more: only some of them look, and `continue` leaves the others;
 * those that look may end the loop.
 *
 * Expected:
 *   rest     one element
 */
#include <math.h>
#include <stdio.h>

#ifndef N
#define N 40 /* elements */
#endif
#define STEPS 200
#define CHECK 10 /* steps from look to look */

int main(void)
{
    static double u[N], flow[N], rest[N];
    int i, step;
    double norm = 0.0;

    for (i = 0; i < N; i++)
        u[i] = i % 7;
    for (step = 1; step <= STEPS; step++) {
        for (i = 1; i < N; i++)
            flow[i] = u[i] - u[i - 1];
        for (i = 1; i < N - 1; i++)
            u[i] += 0.25 * (flow[i + 1] - flow[i]);
        if (step % CHECK)
            continue;
        for (i = 1; i < N - 1; i++)
            rest[i] = u[i - 1] - 2.0 * u[i] + u[i + 1];
        norm = 0.0;
        for (i = 1; i < N - 1; i++)
            norm += rest[i] * rest[i];
        if (sqrt(norm) < 0.05)
            break;
    }
    printf("%d steps, norm %.9f\n", step, norm);
    return 0;
}
