/*
 * Masks that functions return are counted in a declaration of several objects, and in a statement
 * that prints counts. The counter of the helper has the name of the size in `main`.
 */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int w, h;
    unsigned char *px;
} mask;

static mask *create(int w, int h)
{
    mask *m = malloc(sizeof *m);
    if (!m)
        abort();
    m->w = w;
    m->h = h;
    m->px = calloc((size_t)w * h, 1);
    if (!m->px)
        abort();
    return m;
}

static void destroy(mask *m)
{
    free(m->px), free(m);
}

static mask *waves(int w, int h)
{
    mask *m = create(w, h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            m->px[y * w + x] = (x * x + 3 * y) % 7 < 3;
    return m;
}

static mask *grown(const mask *m)
{
    mask *g = create(m->w, m->h);
    for (int y = 1; y < m->h - 1; y++)
        for (int x = 1; x < m->w - 1; x++)
            g->px[y * g->w + x] = m->px[y * m->w + x] | m->px[(y - 1) * m->w + x]
                                | m->px[(y + 1) * m->w + x] | m->px[y * m->w + x - 1];
    return g;
}

static long count(const mask *m)
{
    long n = 0;
    for (int i = 0; i < m->w * m->h; i++)
        n += m->px[i];
    return n;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 40;
    if (n < 3 || n > 2000)
        return 2;
    mask *first = waves(n, n);
    mask *second = grown(first);
    long all = (long)n * n, more = count(second);
    printf("%ld and %ld of %ld\n", count(first), more, all);
    destroy(second), destroy(first);
    return 0;
}
