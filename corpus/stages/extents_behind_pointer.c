/*
 * Snow on the plots of a slope: the extents are members of a structure that a pointer leads to,
 * with other values where the command line gives them.
 *
 * Expected:
 *   melt   one value
 *   flow   two rows
 */
#include <stdio.h>
#include <stdlib.h>

struct slope {
    int across, down;
    double warmth;
};

#define PLOT(x, y) ((y) * at->across + (x))

static double *plots(const struct slope *at)
{
    double *all = calloc((size_t)at->across * at->down, sizeof *all);
    if (!all)
        exit(1);
    return all;
}

static void melts(const struct slope *at, const double *snow, double *melt, double *flow)
{
    for (int y = 0; y < at->down; y++)
        for (int x = 0; x < at->across; x++)
            melt[PLOT(x, y)] = at->warmth * snow[PLOT(x, y)];
    for (int y = 0; y < at->down; y++)
        for (int x = 0; x < at->across; x++)
            flow[PLOT(x, y)] = 0.5 * melt[PLOT(x, y)];
}

int main(int argc, char **argv)
{
    struct slope own = { 40, 30, 0.02 }, *at = &own;
    int days = 25;
    if (argc > 3) {
        at->across = atoi(argv[1]);
        at->down = atoi(argv[2]);
        days = atoi(argv[3]);
    }
    if (at->across < 2 || at->down < 2)
        return 1;

    double *snow = plots(at), *melt = plots(at), *flow = plots(at);
    size_t count = (size_t)at->across * at->down;
    for (size_t k = 0; k < count; k++)
        snow[k] = 10 + k % 7;
    for (int day = 1; day <= days; day++) {
        melts(at, snow, melt, flow);
        for (int y = 1; y < at->down; y++)
            for (int x = 0; x < at->across; x++)
                snow[PLOT(x, y)] += flow[PLOT(x, y - 1)] - flow[PLOT(x, y)];
        if (day % 5)
            continue;
        double left = 0;
        for (size_t k = 0; k < count; k++)
            left += snow[k];
        printf("day %d: %.6f\n", day, left);
    }
    free(snow);
    free(melt);
    free(flow);
    return 0;
}
