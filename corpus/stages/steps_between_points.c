/*
 * A helper gets the addresses of two elements of an array of structures, and names what it reads.
 */
#include <stdio.h>
#include <stdlib.h>

struct point {
    double x, y;
    int t;
};

static double squared(const struct point *a, const struct point *b)
{
    double dx = b->x - a->x, dy = b->y - a->y;
    return dx * dx + dy * dy;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 60;
    if (n < 2)
        return 1;
    struct point *track = malloc(n * sizeof *track);
    double *step = malloc(n * sizeof *step);
    if (!track || !step)
        return 1;
    double x = 1;
    for (int i = 0; i < n; i++) {
        x += (i * i % 7) * 0.25;
        track[i].x = x;
        track[i].y = x * 0.5 - i;
        track[i].t = 3 * i + i % 3;
    }
    for (int i = 0; i < n - 1; i++)
        step[i] = squared(&track[i], &track[i + 1]) / (track[i + 1].t - track[i].t);
    double sum = 0;
    for (int i = 0; i < n - 1; i++)
        sum += step[i];
    printf("%g\n", sum);
    free(track);
    free(step);
    return 0;
}
