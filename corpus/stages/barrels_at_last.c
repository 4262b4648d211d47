/*
 * Wine in two cellars over the years: structures that a function makes are all tested at last.
 *
 * Expected:
 *   old.litres, young.litres   two rows
 *   gap                        one row
 */
#include <stdio.h>
#include <stdlib.h>

struct cellar {
    int barrels, years;
    double *litres;
};

static struct cellar *dig(int barrels, int years)
{
    struct cellar *c = malloc(sizeof *c);
    if (!c)
        return NULL;
    c->barrels = barrels;
    c->years = years;
    c->litres = malloc((size_t)barrels * (years + 1) * sizeof *c->litres);
    if (!c->litres) {
        free(c);
        return NULL;
    }
    return c;
}

static void rest(struct cellar *c, double loss)
{
    for (int y = 0; y < c->years; y++)
        for (int b = 0; b < c->barrels; b++)
            c->litres[(y + 1) * c->barrels + b] = (1 - loss) * c->litres[y * c->barrels + b];
}

static void leave(struct cellar *c)
{
    free(c->litres);
    free(c);
}

int main(int argc, char **argv)
{
    int barrels = argc > 1 ? atoi(argv[1]) : 12, years = argc > 2 ? atoi(argv[2]) : 20;
    if (barrels < 1 || years < 1)
        return 1;
    struct cellar *old = dig(barrels, years), *young = dig(barrels, years);
    double *gap = malloc((size_t)barrels * (years + 1) * sizeof *gap);
    if (!old || !young || !gap)
        return 1;
    for (int b = 0; b < barrels; b++) {
        old->litres[b] = 200 + b;
        young->litres[b] = 225 - b % 3;
    }
    rest(old, 0.01);
    rest(young, 0.03);
    for (int y = 0; y <= years; y++)
        for (int b = 0; b < barrels; b++)
            gap[y * barrels + b] = old->litres[y * barrels + b] - young->litres[y * barrels + b];
    double sum = 0;
    for (int y = 0; y <= years; y++)
        for (int b = 0; b < barrels; b++)
            sum += y * gap[y * barrels + b];
    printf("%.6f\n", sum);
    leave(old);
    leave(young);
    free(gap);
    return 0;
}
