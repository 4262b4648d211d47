/*
 * The energy of a tone of so many seconds: their number becomes a number of samples, which functions
 * pass on until one keeps it in a structure.
 *
 * Expected:
 *   tone.x   one value
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct sound {
    size_t n;
    double *x;
};

static void prepare(struct sound *s, size_t n)
{
    s->n = n;
    s->x = calloc(n, sizeof *s->x);
    if (s->x == NULL)
        exit(1);
}

static void ring(struct sound *out, size_t n)
{
    prepare(out, n);
    for (size_t i = 0; i < n; i++)
        out->x[i] = sin(0.05 * i) * exp(-0.001 * i);
}

static double energy(const struct sound *s)
{
    double sum = 0;

    for (size_t i = 0; i < s->n; i++)
        sum += s->x[i] * s->x[i];
    return sum;
}

double tone_energy(double seconds)
{
    struct sound tone;

    ring(&tone, (size_t)(seconds * 48000));
    double all = energy(&tone);
    free(tone.x);
    return all;
}

int main(int argc, char **argv)
{
    printf("%.9g\n", tone_energy(argc > 1 ? atof(argv[1]) : 0.01));
    return 0;
}
