// kept: post subscript-not-affine
/* The last loop decides: it reads at places that a table gives. The other subscripts only need rows. */
#include <stdlib.h>

void stream(double *f, const int *cx, int nx, int ny)
{
    double *post = malloc(sizeof(double) * nx * ny * 9);
    for (int y = 0; y < ny; y++)
        for (int x = 0; x < nx; x++)
            for (int q = 0; q < 9; q++)
                post[(y * nx + x) * 9 + q] = 2 * f[(y * nx + x) * 9 + q];
    for (int y = 0; y < ny; y++)
        for (int x = 0; x < nx; x++)
            for (int q = 0; q < 9; q++) {
                int from = (x - cx[q] + nx) % nx;
                f[(y * nx + x) * 9 + q] = post[(y * nx + from) * 9 + q];
            }
    free(post);
}
