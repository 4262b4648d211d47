/* Several declarators in one declaration, comments between tokens, blocks, shadowed names, the same
 * array name in two functions: only what must change changes. */
#include <stdio.h>

#define N 9
#define TWICE(x) ((x) + (x))

static double first(const double in[N])
{
    double scale = 1.5, a[N] /* folded */, b[N /* kept: read backwards */], total = 0.0;
    int i;

    for (i = 0; i < N; i++) {
        a[ i ] = in[i] * scale;   /* odd   spacing stays */
        b[i] = TWICE(a[i]) + 1.0; // and this comment
    }
    for (i = N - 1; i >= 0; i--)
        total = 0.75 * total + b[i];
    return total;
}

static double second(const double in[N])
{
    double total = 0.0;
    {
        double a[N][2];
        for (int i = 0; i < N; ++i) {
            a[i][0] = in[i];
            a[i][1] = 3.0 * a[i][0];
            {
                int a = 2; /* hides the array */
                total += a;
            }
            total += a[i][1] - a[i][0];
        }
    }
    return total;
}

int main(void)
{
    double in[N];
    for (int i = 0; i < N; i++)
        in[i] = 0.3 + 0.7 * i * i;
    printf("%a %a\n", first(in), second(in));
    return 0;
}
