#include <stdio.h>
#include <stdlib.h>
/* 3-D diffusion planes: padded volume, moving along z */
#define P(x, y, z) (((z) * (ny + 2) + (y)) * (nx + 2) + (x))
void smooth(const float *in, float *out, int nx, int ny, int nz)
{
    float *pad = malloc(sizeof(float) * (size_t)(nx + 2) * (size_t)(ny + 2) * (size_t)nz);
    for (int z = 0; z < nz; z++) {
        for (int y = 0; y < ny + 2; y++)
            for (int x = 0; x < nx + 2; x++)
                pad[P(x, y, z)] = 0;
        for (int y = 0; y < ny; y++)
            for (int x = 0; x < nx; x++)
                pad[P(x + 1, y + 1, z)] = in[(z * ny + y) * nx + x];
        if (z > 0)
            for (int y = 1; y <= ny; y++)
                for (int x = 1; x <= nx; x++)
                    out[((z - 1) * ny + y - 1) * nx + x - 1] =
                        pad[P(x - 1, y, z)] + pad[P(x + 1, y, z)] + pad[P(x, y - 1, z)] + pad[P(x, y + 1, z)] + 2 * pad[P(x, y, z - 1)];
    }
    free(pad);
}
int main(void)
{
    int nx = 14, ny = 11, nz = 9, n = nx * ny * nz;
    float *a = malloc(sizeof(float) * (size_t)n), *b = calloc((size_t)n, sizeof(float));
    for (int i = 0; i < n; i++)
        a[i] = (float)(i % 13);
    smooth(a, b, nx, ny, nz);
    double s = 0;
    for (int i = 0; i < n; i++)
        s += b[i] * (i % 6);
    printf("%.3f\n", s);
    free(a);
    free(b);
    return 0;
}
