/*
 * A program reads its options in a loop, which may end it, and prints between its stages. The number of
 * samples is a parameter from there on.
 *
 * Expected:
 *   sample, level, gain   one variable each
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 64 /* samples */
#endif

static float sample[N], level[N], gain[N];
static struct {
    float slope, offset;
} setting = {0.5f, 1.0f};

static void measure(int n)
{
    for (int i = 0; i < n; i++)
        level[i] = sample[i] < 0 ? -sample[i] : sample[i];
}

static void follow(int n)
{
    gain[0] = level[0];
    for (int i = 1; i < n; i++)
        gain[i] = gain[i - 1] + setting.slope * (level[i] - gain[i - 1]);
}

int main(int argc, char **argv)
{
    int n = N;
    for (int k = 1; k < argc; k++) {
        switch (argv[k][0]) {
        case 'n': n = atoi(argv[k] + 1); break;
        case 's': setting.slope = (float)atof(argv[k] + 1); break;
        default: fprintf(stderr, "unknown option\n"); return 1;
        }
    }
    if (n < 1 || n > N) {
        fprintf(stderr, "between 1 and %d\n", N);
        return 1;
    }
    for (int i = 0; i < n; i++)
        sample[i] = (float)(i % 7 - 3);
    printf("%d samples\n", n);
    measure(n);
    follow(n);
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += gain[i] + setting.offset;
    printf("%.6f\n", sum);
    return 0;
}
