/* Counters of every integer type, in both directions; the loops end by proof. */
#include <stdint.h>
#include <stdio.h>
#include <stddef.h>

#ifndef N
#define N 12
#endif

static double in[300], out[300];

static void bytes(void)
{
    double t[300];
    for (uint8_t i = 0; i < 200; i++) {
        t[i] = in[i] + 1.0;
        out[i] += t[i];
    }
    double u[128];
    for (signed char i = 100; i > 2; i -= 3) {
        u[i] = in[i];
        out[i] += u[i] * u[i];
    }
}

static void words(short n)
{
    double t[N + 1];
    for (short i = 0; i < N; i++) {
        t[i] = in[i];
        out[i] += t[i];
    }
    double u[N + 1];
    for (long long i = n; i >= 1; --i) {
        u[i] = in[i] * 0.5;
        out[i - 1] += u[i];
    }
}

static void sizes(size_t n)
{
    double t[N + 1];
    t[n] = 1.0;
    for (size_t i = n; i-- > 0;)
        t[i] = 0.5 * t[i + 1] + in[i];
    out[0] += t[0];

    double u[N + 1];
    for (ptrdiff_t i = 0; i != N; i++) {
        u[i] = in[i];
        out[i] -= u[i];
    }
}

/* A narrow counter below a bound that is not known could wrap around: `t` stays. */
static void may_wrap(int n)
{
    double t[N + 1][256];
    for (int r = 0; r < N; r++)
        for (uint8_t i = 0; i < n; i++) {
            t[r][i] = in[i];
            out[i] += t[r][i] + (r > 0 ? t[r - 1][i] : 0.0);
        }
}

int main(void)
{
    for (int i = 0; i < 300; i++)
        in[i] = (i * 37 % 101) / 7.0;
    bytes();
    words(N);
    sizes(N);
    may_wrap(N);
    for (int i = 0; i < 210; i++)
        printf("%.9g\n", out[i]);
    return 0;
}
