/*
 * The members of a structure are passed to a function that takes a plain pointer.
 *
 * Expected:
 *   r.x, r.y    one element each, and no pointer beside them
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct track {
    int n;
    double *x, *y, *way;
};

static void axis(double *a, int n, double speed)
{
    for (int i = 0; i < n; i++)
        a[i] = speed * i + sin(0.3 * speed * i);
}

static void measure(struct track *r)
{
    for (int i = 0; i < r->n; i++)
        r->way[i] = sqrt(r->x[i] * r->x[i] + r->y[i] * r->y[i]);
}

static double length(int n)
{
    struct track r = { n, malloc(n * sizeof(double)), malloc(n * sizeof(double)), malloc(n * sizeof(double)) };
    if (!r.x || !r.y || !r.way)
        exit(1);
    axis(r.x, r.n, 1.5);
    axis(r.y, r.n, 0.5);
    measure(&r);
    double sum = 0;
    for (int i = 0; i < r.n; i++)
        sum += r.way[i] / (i + 1);
    free(r.x);
    free(r.y);
    free(r.way);
    return sum;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 50;
    if (n < 1)
        return 1;
    printf("%.9f\n", length(n));
    return 0;
}
