/*
 * An edge is thinned: which neighbours of a pixel are read depends on its direction, by calls in
 * both operands of `?:`.
 *
 * Expected:
 *   strength  3 rows
 *   thin      one element
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef W
#define W 40 /* pixels per row */
#endif
#ifndef H
#define H 30 /* rows */
#endif

static int within(int v, int least, int most) { return v < least ? least : v > most ? most : v; }

static float at(const float *image, int w, int h, int x, int y)
{
    return image[(size_t)within(y, 0, h - 1) * w + within(x, 0, w - 1)];
}

static float blend(float a, float b)
{
    float sum = a + b;

    if (b > a)
        sum += b;
    return sum / 3;
}

static double edges(const float *restrict gx, const float *restrict gy, int w, int h)
{
    float *strength = malloc((size_t)w * h * sizeof *strength);
    float *thin = malloc((size_t)w * h * sizeof *thin);
    double sum = 0;

    if (!strength || !thin)
        exit(1);
    for (int i = 0; i < w * h; i++)
        strength[i] = gx[i] * gx[i] + gy[i] * gy[i];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            size_t i = (size_t)y * w + x;
            int across = gx[i] >= gy[i];
            float p = across ? at(strength, w, h, x - 1, y) : at(strength, w, h, x, y - 1);
            float q = across ? at(strength, w, h, x + 1, y) : at(strength, w, h, x, y + 1);

            thin[i] = strength[i] >= p && strength[i] > q ? strength[i] : blend(p, q);
        }
    for (int i = 0; i < w * h; i++)
        sum += thin[i];
    free(strength);
    free(thin);
    return sum;
}

static float gx[W * H], gy[W * H];

int main(void)
{
    for (int i = 0; i < W * H; i++) {
        gx[i] = i * 37 % 101;
        gy[i] = i * 53 % 97;
    }
    printf("%g\n", edges(gx, gy, W, H));
    return 0;
}
