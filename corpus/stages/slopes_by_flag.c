/*
 * Slopes of a picture in two directions: one function computes both, and a flag of its calls says
 * which; a getter stops at the border.
 *
 * Expected:
 *   soft     three rows
 *   gx, gy   one row each
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 11
#endif

struct image {
    int w, h;
    float *px;
};

static struct image made(int w, int h)
{
    struct image m = {w, h, malloc((size_t)w * h * sizeof(float))};
    if (!m.px)
        exit(1);
    return m;
}

static int stopped(int v, int last) { return v < 0 ? 0 : v > last ? last : v; }

static float at(const struct image *m, int x, int y)
{
    return m->px[(size_t)stopped(y, m->h - 1) * m->w + stopped(x, m->w - 1)];
}

static struct image slope(const struct image *m, int down)
{
    struct image out = made(m->w, m->h);
    for (int y = 0; y < m->h; y++)
        for (int x = 0; x < m->w; x++) {
            float s;
            if (down)
                s = at(m, x, y + 1) - at(m, x, y - 1);
            else
                s = at(m, x + 1, y) - at(m, x - 1, y);
            out.px[(size_t)y * m->w + x] = s;
        }
    return out;
}

int main(int argc, char **argv)
{
    int w = N + 1 + argc, h = N;
    double sum = argv == NULL;
    if (w < 2 || w > 4096)
        return 1;
    struct image soft = made(w, h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            soft.px[y * w + x] = (float)((x * 7 + y * x) % 13);
    struct image gx = slope(&soft, 0), gy = slope(&soft, 1);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            sum += gx.px[y * w + x] * gx.px[y * w + x] + gy.px[y * w + x] * gy.px[y * w + x];
    printf("%.3f\n", sum);
    free(soft.px);
    free(gx.px);
    free(gy.px);
    return 0;
}
