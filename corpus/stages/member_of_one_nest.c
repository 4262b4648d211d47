/* The table of a structure whose sizes are members, in one nest: nothing is fused. */
#include <stdio.h>
#include <stdlib.h>

struct grid { int rows, cols; long *way; };

static void make(struct grid *g, int rows, int cols)
{
    if (g == NULL) return;
    g->rows = rows;
    g->cols = cols;
    g->way = calloc((size_t)rows * cols, sizeof *g->way);
    if (!g->way) exit(1);
}

static void drop(struct grid *g)
{
    if (!g->way) return;
    free(g->way);
    g->way = NULL;
}

int main(int argc, char **argv)
{
    struct grid g;
    int n = argc > 1 ? atoi(argv[1]) : 6, m = argc > 2 ? atoi(argv[2]) : 9;
    long last = 0;
    if (n < 1 || m < 1 || n > 1000 || m > 1000) return 1;
    make(&g, n, m);
    for (int i = 0; i < g.rows; i++)
        for (int j = 0; j < g.cols; j++) {
            if (i == 0 || j == 0) g.way[i * g.cols + j] = 1;
            else g.way[i * g.cols + j] = (g.way[(i - 1) * g.cols + j] + g.way[i * g.cols + j - 1]) % 1000007;
            last = g.way[i * g.cols + j];
        }
    printf("%ld\n", last);
    drop(&g);
    return 0;
}
