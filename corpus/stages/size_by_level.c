/*
 * Relief of a height field whose side is a power of two, as its level says.
 *
 * Expected:
 *   smooth->z   three rows
 *   slope->z    one value
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int rows, columns;
    float *z;
} image;

static image *new_image(int rows, int columns)
{
    image *p = malloc(sizeof *p);
    if (!p)
        exit(1);
    p->rows = rows;
    p->columns = columns;
    p->z = calloc((size_t)rows * columns, sizeof *p->z);
    if (!p->z)
        exit(1);
    return p;
}

static image *field(int level)
{
    int n = 1 << level;
    image *p = new_image(n, n);
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++)
            p->z[(size_t)y * n + x] = (float)((x * 31 + y * 17) % 41) / 8;
    return p;
}

static image *smoothed(const image *p)
{
    image *out = new_image(p->rows, p->columns);
    for (int y = 0; y < p->rows; y++)
        for (int x = 1; x < p->columns - 1; x++) {
            size_t k = (size_t)y * p->columns + x;
            out->z[k] = (p->z[k - 1] + 2 * p->z[k] + p->z[k + 1]) / 4;
        }
    return out;
}

static void discard(image *p)
{
    free(p->z);
    free(p);
}

int main(int argc, char **argv)
{
    int level = argc > 1 ? atoi(argv[1]) : 5;
    if (level < 2 || level > 12)
        return 1;
    image *ground = field(level), *smooth = smoothed(ground);
    image *slope = new_image(ground->rows, ground->columns);
    double steep = 0;

    for (int y = 1; y < ground->rows - 1; y++)
        for (int x = 0; x < ground->columns; x++) {
            size_t k = (size_t)y * ground->columns + x;
            slope->z[k] = fabsf(smooth->z[k + ground->columns] - smooth->z[k - ground->columns]);
        }
    for (int y = 1; y < ground->rows - 1; y++)
        for (int x = 0; x < ground->columns; x++)
            steep += slope->z[(size_t)y * ground->columns + x];
    printf("%.6f\n", steep);
    discard(ground);
    discard(smooth);
    discard(slope);
    return 0;
}
