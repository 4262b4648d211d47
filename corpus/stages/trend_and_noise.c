/* Two stages of a whole program make scratch memory for themselves, and end the program if there is
 * none. The last values of the series are printed at the end. */
#include <stdio.h>
#include <stdlib.h>

static void smooth(const double *in, double *out, int n, int length)
{
    double share = 2.0 / (length + 1);
    out[0] = in[0];
    for (int i = 1; i < n; i++)
        out[i] = share * in[i] + (1 - share) * out[i - 1];
}

static void trend(const double *level, double *out, int n)
{
    double *quick = malloc(n * sizeof *quick);
    double *slow = malloc(n * sizeof *slow);
    if (!quick || !slow)
        exit(1);
    smooth(level, quick, n, 5);
    smooth(level, slow, n, 11);
    for (int i = 0; i < n; i++)
        out[i] = quick[i] - slow[i];
    free(quick);
    free(slow);
}

static void noise(const double *level, double *out, int n)
{
    double *step = malloc(n * sizeof *step);
    if (step == NULL) {
        fprintf(stderr, "no memory\n");
        exit(EXIT_FAILURE);
    }
    step[0] = 0;
    for (int i = 1; i < n; i++)
        step[i] = level[i] - level[i - 1];
    for (int i = 0; i < n; i++)
        out[i] = step[i] < 0 ? -step[i] : step[i];
    free(step);
}

int main(void)
{
    int n = atoi("300");
    if (n < 10 || n > 100000)
        return 1;
    double *level = malloc(n * sizeof(double));
    double *rise = malloc(n * sizeof(double));
    double *spread = malloc(n * sizeof(double));
    if (!level || !rise || !spread)
        return 1;

    unsigned s = 7;
    double now = 50;
    for (int i = 0; i < n; i++) {
        s = s * 1664525u + 1013904223u;
        now += (s >> 8) / 16777216.0 - 0.5;
        level[i] = now;
    }
    trend(level, rise, n);
    noise(level, spread, n);

    double sum = 0;
    for (int i = 0; i < n; i++)
        if (spread[i] < 0.25)
            sum += rise[i];
    printf("%d values, quiet rise %.5f\n", n, sum);
    for (int i = n - 3; i < n; i++)
        printf("%d: %.4f %.4f %.4f\n", i, level[i], rise[i], spread[i]);
    free(level);
    free(rise);
    free(spread);
    return 0;
}
