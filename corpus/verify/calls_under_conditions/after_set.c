/* verify: refuted
 * The object of the caller is set where the condition does not hold, too.
 */
#include <stdio.h>

#ifndef N
#define N 17 /* elements of a row */
#endif

static float a[N], b[N], out[N];

static float most(float x, float y)
{
    float found = x;

    if (y > x)
        found = y;
    return found;
}

static float counted(float x)
{
    static float all;

    all += x;
    return all;
}

static float set(float *to, float x)
{
    *to = x;
    return x;
}

void stages(int n, const float *a, const float *b, float *out)
{
    float last = 0;

    for (int i = 0; i < n; i++) {
        float x = a[i] > 0 ? most(a[i], b[i]) : most(b[i], 0);

        if (b[i] > 0)
            x += counted(a[i]);
        set(&last, b[i]);
        out[i] = x + last;
    }
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = i * 5 % 7 - 3;
        b[i] = i * 3 % 11 - 4;
    }
    stages(N, a, b, out);
    for (int i = 0; i < N; i++)
        printf("%g\n", out[i]);
    return 0;
}
