#include <stdlib.h>

struct grid { unsigned nx, ny; double dx; };

/* squared slope of a surface, then its largest value in each row */
void steepest(struct grid g, const double *height, double *out)
{
    size_t w = g.nx, h = g.ny;
    double scale = 1.0 / (2.0 * g.dx);
    double *slope = malloc(w * h * sizeof *slope);
    if (!slope)
        return;
    for (size_t y = 0; y < h; y++)
        for (size_t x = 1; x + 1 < w; x++) {
            double d = (height[y * w + x + 1] - height[y * w + x - 1]) * scale;
            slope[y * w + x] = d * d;
        }
    for (size_t y = 0; y < h; y++) {
        double most = 0.0;
        for (size_t x = 1; x + 1 < w; x++)
            if (slope[y * w + x] > most)
                most = slope[y * w + x];
        out[y] = most;
    }
    free(slope);
}
