/*
 * A loop fills a table of pointers, names keep its elements, and another loop frees them: numbers
 * in one function, structures in the other.
 *
 * Expected:
 *   rain     three rows
 *   melt     two rows
 *   near.v   two rows
 *   far.v    one row
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 17
#endif
#ifndef W
#define W 23
#endif

#define PLANES 3

typedef struct {
    int w, h;
    float *v;
} Grid;

static Grid *grid(int w, int h)
{
    Grid *g = malloc(sizeof *g);
    if (!g)
        return NULL;
    g->w = w;
    g->h = h;
    g->v = calloc((size_t) w * h, sizeof *g->v);
    if (!g->v) {
        free(g);
        return NULL;
    }
    return g;
}

static void release(Grid *g)
{
    if (g) {
        free(g->v);
        free(g);
    }
}

static double floods(int w, int h)
{
    double all = 0.0;
    float *plane[PLANES] = { NULL };
    int k;
    for (k = 0; k < PLANES; k++) {
        plane[k] = malloc((size_t) w * h * sizeof *plane[k]);
        if (plane[k] == NULL) {
            fprintf(stderr, "no memory for plane %d\n", k);
            exit(1);
        }
    }
    float *rain = plane[0], *melt = plane[1];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            rain[y * w + x] = (float) ((x * 7 + y * 5) % 13);
    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            melt[y * w + x] = rain[(y - 1) * w + x] + 0.5f * rain[(y + 1) * w + x];
    for (int x = 0; x < w; x++)
        plane[2][x] = (float) x;
    for (int y = 2; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            all = 0.75 * all + melt[y * w + x] - melt[(y - 1) * w + x];
    for (int x = 0; x < w; x++)
        all += plane[2][w - 1 - x];
    for (k = 0; k < PLANES; k++)
        free(plane[k]);
    return all;
}

int main(void)
{
    const int w = W, h = H;
    Grid *all[2];
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        if (!(all[k] = grid(w, h))) {
            fputs("no memory\n", stderr);
            return EXIT_FAILURE;
        }
    Grid *near = all[0], *far = all[1];
    for (int y = 0; y < near->h; y++)
        for (int x = 0; x < near->w; x++)
            near->v[y * near->w + x] = (float) (x * y % 19);
    for (int y = 1; y < near->h; y++)
        for (int x = 0; x < near->w; x++)
            far->v[y * far->w + x] = near->v[y * near->w + x] - near->v[(y - 1) * near->w + x];
    double sum = 0.0;
    for (int y = 1; y < far->h; y++)
        for (int x = 0; x < far->w; x++)
            sum = 0.5 * sum + far->v[y * far->w + x];
    printf("%.6f %.6f\n", sum, floods(w, h));
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        release(all[k]);
    return 0;
}
