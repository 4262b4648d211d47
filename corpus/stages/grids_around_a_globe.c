/*
 * Wind on a globe: grids with pointers to their rows, which are zero at first; longitudes go round.
 * A sum over a grid is printed without a name.
 *
 * Expected:
 *   p.v      three rows
 *   u.v      one row
 */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int nx, ny;
    double **v;
} grid;

static grid new_grid(int nx, int ny)
{
    grid g;
    g.nx = nx;
    g.ny = ny;
    g.v = malloc(ny * sizeof *g.v);
    if (!g.v)
        exit(3);
    for (int j = 0; j < ny; j++)
        if (!(g.v[j] = calloc(nx, sizeof **g.v)))
            exit(3);
    return g;
}

static void free_grid(grid *g)
{
    for (int j = 0; j < g->ny; j++)
        free(g->v[j]);
    free(g->v);
}

static double along(const grid *g, int j, int i)
{
    int east = (i + 1) % g->nx, west = (i + g->nx - 1) % g->nx;
    return g->v[j][east] - g->v[j][west];
}

static double across(const grid *g, int j, int i)
{
    int north = j + 1 < g->ny ? j + 1 : j, south = j > 0 ? j - 1 : j;
    return g->v[north][i] - g->v[south][i];
}

static double total(const grid *g)
{
    double sum = 0;
    for (int j = 0; j < g->ny; j++)
        for (int i = 0; i < g->nx; i++)
            sum += g->v[j][i] * (i % 3);
    return sum;
}

int main(int argc, char **argv)
{
    int nx = argc > 1 ? 30 + atoi(argv[1]) : 36, ny = 18;
    if (nx < 4 || nx > 2000)
        return 1;
    grid p = new_grid(nx, ny), u = new_grid(nx, ny);
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++)
            p.v[j][i] = 1013 + i * j % 23;
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++)
            u.v[j][i] = along(&p, j, i) - 2 * across(&p, j, i);
    printf("%dx%d: mean %.4f\n", nx, ny, total(&u) / (nx * ny));
    free_grid(&p);
    free_grid(&u);
    return 0;
}
