/* What a fold could leave behind for compilers to warn of: assignments of a scalar to itself, objects that only
 * subscripts read, values that no compiler sees to be set, names that hide others, indices that are no `int`s. */
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#ifndef N
#define N 12
#endif

static double in[N + 4], out[N + 4];
/* `t[cur]` in `alternating` needs another name. */
static double cur;

/* `skip` and `best` are scalars: copies of their values go, or leave `{ }`. */
static double choices(void)
{
    double take[N], skip[N], best[N], last[N];

    take[0] = in[0], skip[0] = 0.0, best[0] = 0.0, last[0] = 0.0;
    for (int i = 1; i < N; i++) {
        take[i] = skip[i - 1] + in[i];
        skip[i] = skip[i - 1];
        if (take[i - 1] > skip[i])
            skip[i] = take[i - 1];
        if (in[i] > 0.25)
            best[i] = best[i - 1] + skip[i];
        else
            best[i] = best[i - 1];
        switch (i % 3) {
        case 0:
            last[i] = last[i - 1];
            break;
        default:
            last[i] = in[i];
        }
        out[i] += best[i] + last[i];
    }
    return take[N - 1] > skip[N - 1] ? take[N - 1] : skip[N - 1];
}

/* Only subscripts read `k`, `width`, `count` and `at`. */
static void unread(int n, int width)
{
    double t[N + 4], u[N + 4], v[N + 4], w[2 * N + 8];
    int count = 0;

    for (int i = 0; i < n; i++) {
        int k = i + 1;
        t[k] = in[i];
        out[i] += t[k];
    }
    for (int i = 0; i < n; i++) {
        const int from = i + 1, at = from + 1; /* one of two */
        v[at] = in[i] * 2.0;
        out[i] += v[at];
    }
    for (int i = 0; i < n; i++) {
        u[count] = in[i] * 0.5;
        out[i] -= u[count];
        count++;
    }
    for (int i = 0; i < n; i++) {
        w[i + width] = in[i] - 1.0;
        out[i] += w[i + width];
    }
}

/* The first iteration reads nothing of the one before. */
static double guarded(int n)
{
    double t[N + 1], u[N + 1], sum = 0.0;
    bool is_high[7 * N];

    for (int i = 0; i < n; i++) {
        if (i > 0)
            sum += t[i - 1];
        t[i] = in[i] + sum;
        if (i >= 3)
            is_high[i] = t[i] > 2.0;
        if (i >= 5 && is_high[i - 2] && !is_high[i - 1])
            out[i] += t[i];
    }
    for (int i = 0; i < n; i++)
        u[n] = in[i];
    return n > 0 ? sum + u[n] : 0.0;
}

static double alternating(size_t n)
{
    double t[N + 4][N + 4], sum = 0.0;

    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++)
            t[i][j] = in[j] * (double)i;
        if (i > 0)
            for (size_t j = 0; j < n; j++)
                sum += t[i][j] - t[i - 1][n - 1 - j];
    }
    return sum;
}

int main(void)
{
    for (int i = 0; i < N + 4; i++)
        in[i] = (double)(i * 7 % 5) - 1.5;
    cur = choices();
    unread(N, 3);
    cur += guarded(N) + alternating(N);
    for (int i = 0; i < N; i++)
        printf("%.9g\n", out[i]);
    printf("%.9g\n", cur);
    return 0;
}
