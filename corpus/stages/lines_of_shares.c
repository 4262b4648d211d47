/* A loop over lines, and days in each, between loops over days: it becomes part of them if days come
 * first. The lines are stepped over anyway. */
#include <stdio.h>

enum { LINES = 4, DAYS = 90 };

static double price[LINES][DAYS];
static double change[LINES][DAYS];
static unsigned seed = 3;

static double draw(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) / 16777216.0 - 0.5;
}

static void walk(void)
{
    for (int k = 0; k < LINES; k++)
        price[k][0] = 100 + k;
    for (int d = 1; d < DAYS; d++) {
        double all = draw();
        for (int k = 0; k < LINES; k++)
            price[k][d] = price[k][d - 1] * (1 + 0.01 * (all + draw()));
    }
}

static void compare(void)
{
    for (int k = 0; k < LINES; k++)
        for (int d = 1; d < DAYS; d++)
            change[k][d] = price[k][d] / price[k][d - 1] - 1;
}

int main(void)
{
    double value = 1;
    walk();
    compare();
    for (int d = 1; d < DAYS; d++) {
        double mean = 0;
        for (int k = 0; k < LINES; k++)
            mean += change[k][d] / LINES;
        value *= 1 + mean;
    }
    printf("%.9f\n", value);
    return 0;
}
