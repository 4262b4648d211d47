/* Integer objects that hold copies of counters and sizes; statement expressions. */
#include <stdio.h>

#ifndef N
#define N 12
#endif

static double in[4 * N + 64], out[4 * N + 64];

static void rows(int n)
{
    double t[N + 2][N + 2];
    for (int i = 1; i < n; i++) {
        int up = i - 1;
        const int phase = i % 3;
        for (int j = 0; j < n; j++) {
            int at = j;
            t[i][at] = in[i + j] + phase;
            if (up > 0)
                out[at] += t[up][j];
        }
    }
}

static void assigned(int n)
{
    double t[N + 2];
    int last, first;
    last = n - 1;
    first = 0;
    for (int i = first; i <= last; i++) {
        t[i] = in[i];
        out[i] += t[i];
    }
    first = last = n / 2;
    t[first] = 2.0;
    out[last] += t[first];
    last /= 2;
    t[last] = out[last];
    out[n] += t[last] + t[last];
}

static void clamped(int n)
{
    double t[N + 2];
    for (int i = 0; i < n; i++) {
        int before = i - 1;
        if (before < 0)
            before = 0;
        int behind = i + 1;
        if (behind > n - 1)
            behind = n - 1;
        t[i] = in[before] - in[behind];
        out[i] += t[i] + t[before];
    }
}

static void in_braces(int n)
{
    double t[N + 2];
    for (int i = 0; i < n; i++) {
        t[i] = ({ double x = in[i]; x * x; });
        out[i] += ({ int k = i; t[k]; });
    }
}

/* The copy is changed between the two uses: `t` stays. */
static void changed(int n)
{
    double t[N + 2];
    int k = 0;
    for (int i = 0; i < n; i++) {
        t[i] = in[i];
        k = (k * 7 + i) % n;
    }
    for (int i = 0; i < n; i++)
        out[i] += t[k];
}

int main(void)
{
    for (int i = 0; i < 4 * N + 64; i++)
        in[i] = (i * 37 % 101) / 7.0;
    rows(N);
    assigned(N);
    clamped(N);
    in_braces(N);
    changed(N);
    for (int i = 0; i < 2 * N; i++)
        printf("%.9g\n", out[i]);
    return 0;
}
