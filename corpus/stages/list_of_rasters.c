/*
 * Rasters by value: their constructor starts with a null pointer, a list of their addresses frees
 * them.
 *
 * Expected:
 *   height   three rows
 *   smooth   two rows
 *   step     one row
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 11
#endif
#ifndef W
#define W 9
#endif

typedef struct {
    int rows, cols;
    float *z;
} raster;

static raster raster_like(int rows, int cols)
{
    raster r = { rows, cols, NULL };
    r.z = malloc(sizeof(float) * rows * cols);
    if (r.z == NULL) {
        fprintf(stderr, "no memory for %d x %d\n", rows, cols);
        exit(1);
    }
    return r;
}

#define Z(r, i, j) ((r).z[(size_t)(i) * (r).cols + (j)])

int main(void)
{
    int rows = H, cols = W;
    raster height = raster_like(rows, cols), smooth = raster_like(rows, cols);
    raster step = raster_like(rows, cols);

    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            Z(height, i, j) = i * j % 17;
    for (int i = 1; i < rows - 1; i++)
        for (int j = 0; j < cols; j++)
            Z(smooth, i, j) = 0.25f * (Z(height, i - 1, j) + 2 * Z(height, i, j) + Z(height, i + 1, j));
    for (int i = 2; i < rows - 1; i++)
        for (int j = 0; j < cols; j++)
            Z(step, i, j) = Z(smooth, i, j) - Z(smooth, i - 1, j);
    float sum = 0;
    for (int i = 2; i < rows - 1; i++)
        for (int j = 0; j < cols; j++)
            sum = 0.5f * sum + Z(step, i, j);
    printf("sum %f\n", sum);
    raster *all[] = { &height, &smooth, &step };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) free(all[k]->z);
    return 0;
}
