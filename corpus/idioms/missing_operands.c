/* `a ?: b`, which is `a ? a : b`: as a constant, a size and a value. */
#include <stdio.h>

#ifndef N
#define N 40
#endif

enum delay { SHORT = 3 ?: 1, LONG = 0 ?: 0 ?: 6, CHOSEN = 2 ?: 1 ? 7 : 5 };

static double in[N + 8], out[N], settings[4];

/* Three samples back, not one. */
static void echo(void)
{
    double past[N];

    for (int i = 0; i < N; i++) {
        past[i] = in[i] * 0.5;
        if (i >= SHORT)
            out[i] += past[i - SHORT];
    }
}

/* The second operand, and a first one that is no condition of the `?` behind it. */
static void chorus(void)
{
    double slow[N], fast[N];

    for (int i = 0; i < N; i++) {
        slow[i] = in[i] + 2;
        if (i >= LONG)
            out[i] += slow[i - LONG];
    }
    for (int i = 0; i < N; i++) {
        fast[i] = in[i] - 2;
        if (i >= CHOSEN)
            out[i] -= fast[i - CHOSEN];
    }
}

/* A size that is known, a default for one that is not. */
static double table(int wanted)
{
    double entry[8 ?: 1], sum = 0;
    const int used = wanted ?: 8;

    for (int i = 0; i < 8; i++) {
        entry[i] = in[i] * i;
        sum += entry[i] ?: 0.25;
    }
    return sum / used;
}

/* Only what has no setting of its own is read. */
static double mixed(void)
{
    double fallback[N], sum = 0;

    for (int i = 0; i < N; i++) {
        fallback[i] = in[i] + 1;
        sum += settings[i % 4] ?: fallback[i];
    }
    return sum;
}

int main(void)
{
    for (int i = 0; i < N + 8; i++)
        in[i] = (i * 37 % 19) - 6;
    settings[1] = 2.5;
    echo();
    chorus();
    for (int i = 0; i < N; i++)
        printf("%g ", out[i]);
    printf("\n%g %g %g\n", table(0), table(3), mixed());
    return 0;
}
