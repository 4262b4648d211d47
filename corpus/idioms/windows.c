/* Windows of innermost loops: what an iteration needs of those before it is handed on at its end. */
#include <stdio.h>

#ifndef N
#define N 12
#endif

static double in[2 * N], out[2 * N];

static double forward(int n)
{
    double t[n], sum = 0;

    for (int i = 0; i < n; i++) {
        t[i] = in[i] * 0.5 + 1.0;
        if (i >= 2)
            sum = 0.75 * sum + t[i - 2] + 2.0 * t[i - 1] - t[i]; /* three taps */
    }
    return sum;
}

/* From the last to the first, without braces of its own, two arrays. */
static double backward(void)
{
    double t[N][2 * N], u[2 * N];
    double sum = 0;

    for (int j = 0; j < N; j++)
        for (int i = 2 * N - 1; i >= 0; i--)
            if (i < 2 * N - 1)
                t[j][i] = in[i] - in[i + 1], u[i] = t[j][i] + j, sum = 0.5 * sum + u[i] * (i < 2 * N - 2 ? t[j][i + 1] - u[i + 1] : 1.0);
    return sum;
}

/* The new element comes last, another line ends the block. */
static void ahead(void)
{
    double x[N + 2];

    for (int k = 0; k < N; ++k) { x[k + 1] = in[k]; out[k] += k > 0 ? x[k] * x[k + 1] : x[k + 1]; }
    for (int k = 0; k < N; ++k)
        out[k] -= 1.0;
}

/* `continue` would pass over what is handed on. */
static double leaves(void)
{
    double t[2 * N], sum = 0;

    for (int i = 0; i < 2 * N; i++) {
        t[i] = in[i];
        if (in[i] > 0.25)
            continue;
        sum += i > 0 ? t[i - 1] : t[i];
    }
    return sum;
}

/* Values of the execution before are read: no window of one execution. */
static double again(void)
{
    double t[N][N], sum = 0;

    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
            t[j][i] = in[i + j];
            sum = 0.5 * sum + (i > 0 ? t[j][i - 1] : 0.0) + (j > 0 && i == 0 ? t[j - 1][N - 1] : 0.0);
        }
    return sum;
}

/* Elements lie apart by one, but the older one is of the execution before. */
static unsigned skewed(void)
{
    unsigned t[2 * N][2 * N + 2], sum = 1;

    for (int i = 0; i < 2; i++)
        for (int j = i; j < i + 3; j++) {
            t[i][j] = sum * 3u + (unsigned)j;
            if (i > 0 && j <= i)
                sum = sum * 5u + t[i - 1][j] * t[i][j];
        }
    return sum;
}

/* Structures, and an end that the data tells. */
static double pairs(int n)
{
    struct pair { double a, b; } p[n];
    double sum = 0;

    for (int i = 0; i < n; i++) {
        p[i].a = in[i];
        p[i].b = i > 0 ? p[i - 1].a + p[i - 1].b : 0.0;
        sum += p[i].b;
        if (sum > 20)
            break;
    }
    return sum;
}

int main(void)
{
    for (int i = 0; i < 2 * N; i++)
        in[i] = 1.0 / (i + 1);
    printf("%a %a\n", forward(2 * N), backward());
    ahead();
    for (int i = 0; i < N; i++)
        printf("%a\n", out[i]);
    printf("%a %a %u %a\n", leaves(), again(), skewed(), pairs(N));
    return 0;
}
