/* Flat arrays of three and four dimensions whose sizes are variables: subscripts and sizes as people write them. */
#include <stdio.h>
#include <stdlib.h>

#define AT(i, j, k) (((i)*h + (j))*w + (k))
#define X 7
#define Y 5
#define Z 6
#define VOXEL(x, y, z) ((z)*Y*X + (y)*X + (x))

static double blurred[Z * Y * X], out[Z * Y * X];

/* Fluxes between planes, in a padded volume. */
static double heat(int d, int h, int w, const double *in)
{
    double *flux = calloc((d + 2) * (h + 2) * (w + 2), sizeof *flux);
    double sum = 0;

    if (!flux)
        return 0;
    for (int i = 0; i < d; i++) {
        for (int j = 0; j < h; j++)
            for (int k = 0; k < w; k++)
                flux[((i + 1)*(h + 2) + j + 1)*(w + 2) + k + 1] = in[AT(i, j, k)] * 0.5;
        for (int j = 0; j < h; j++)
            for (int k = 0; k < w; k++)
                sum = 0.9*sum + flux[((i + 1)*(h + 2) + j + 1)*(w + 2) + k + 1]
                    - flux[(i*(h + 2) + j + 1)*(w + 2) + k + 1] - flux[((i + 1)*(h + 2) + j)*(w + 2) + k];
    }
    free(flux);
    return sum;
}

/* One name for the place of an element, and distances from it; the last row and column from their ends. */
static double neighbours(int d, int h, int w, const double *in)
{
    double *t = malloc(sizeof(double) * d * h * w);
    double sum = 0;

    if (!t)
        return 0;
    for (int i = 0; i < d; i++)
        for (int j = 0; j < h; j++) {
            for (int k = 0; k < w; k++) {
                const int at = i*h*w + j*w + k;
                t[at] = in[at];
                if (i > 0)
                    t[at] += t[at - h*w];
                if (j > 0)
                    t[at] -= 0.5 * t[at - w];
                if (k > 0)
                    t[at] += 0.25 * t[at - 1];
            }
            sum = 0.9*sum + t[AT(i, j + 1, 0) - 1] + t[AT(i, j, 0)];
        }
    free(t);
    return sum;
}

/* Distances of rows and planes have names, and sizes are as wide as they may be. */
static double strides(size_t nz, size_t ny, size_t nx, const double *in)
{
    const size_t row = nx, plane = ny * nx, all = nz * plane;
    double *t = malloc(all * sizeof *t);
    double sum = 0;

    if (!t)
        return 0;
    for (size_t z = 0; z < nz; z++) {
        for (size_t y = 0; y < ny; y++)
            for (size_t x = 0; x < nx; x++)
                t[z*plane + y*row + x] = in[z*plane + y*row + x] * 3;
        if (z > 0)
            for (size_t y = 0; y < ny; y++)
                for (size_t x = 0; x < nx; x++)
                    sum = 0.9*sum + t[z*plane + y*row + x] - t[(z - 1)*plane + y*row + x];
    }
    free(t);
    return sum;
}

/* Loops over whole planes: these are rows then. */
static double planes(int d, int h, int w, const double *in)
{
    const int plane = h * w;
    double *t = malloc(d * plane * sizeof *t);
    double sum = 0;

    if (!t)
        return 0;
    for (int i = 0; i < d; i++) {
        double *p = t + i*plane;
        for (int k = 0; k < plane; k++)
            p[k] = in[i*plane + k] + i;
        if (i > 0)
            for (int k = 0; k < plane; k++)
                sum = 0.9*sum + t[i*plane + k] - t[(i - 1)*plane + k];
    }
    free(t);
    return sum;
}

static inline int offset(int h, int w, int i, int j, int k)
{
    return (i*h + j)*w + k;
}

/* A function of the file says where elements are, and pointers where rows are. */
static double rows(int d, int h, int w, const double *in)
{
    double *a = malloc(d * h * w * sizeof(double)), *b = malloc(d * h * w * sizeof(double));
    double sum = 0;

    if (!a || !b) {
        free(a);
        free(b);
        return 0;
    }
    for (int i = 0; i < d; i++) {
        for (int j = 0; j < h; j++)
            for (int k = 0; k < w; k++)
                a[offset(h, w, i, j, k)] = in[offset(h, w, i, j, k)] * 2;
        for (int j = 0; j < h; j++) {
            double *to = b + (i*h + j)*w;
            for (int k = 0; k < w; k++)
                to[k] = a[offset(h, w, i, j, k)] - (i > 0 ? a[offset(h, w, i - 1, j, k)] : 1);
        }
        if (i >= 2)
            for (int j = 0; j < h; j++) {
                const double *now = b + (i*h + j)*w, *before = b + ((i - 2)*h + j)*w;
                for (int k = 0; k < w; k++)
                    sum = 0.9*sum + now[k] * before[k];
            }
    }
    free(a);
    free(b);
    return sum;
}

/* Pointers to planes, to rows of them, and to rows of the volume; images of channels. */
static double pointers(int d, int n, int h, int w, const double *in)
{
    double *t = malloc((size_t)d * h * w * sizeof *t), *channels = malloc(d * n * h * w * sizeof(double));
    double sum = 0;

    if (!t || !channels)
        exit(1);
    for (int z = 0; z < d; z++) {
        double *restrict plane = t + (size_t)z*h*w;
        double *image = channels + z*n*h*w;
        for (int y = 0; y < h; y++) {
            double *row = plane + y*w;
            for (int x = 0; x < w; x++)
                row[x] = in[AT(z, y, x)] * 2;
        }
        for (int y = 1; y < h; y++)
            for (int x = 0; x < w; x++)
                plane[y*w + x] += 0.5 * plane[(y - 1)*w + x];
        if (z > 1) {
            const double *before = t + (size_t)(z - 2)*h*w, *between = &t[((size_t)z - 1)*h*w];
            for (int y = 0; y < h; y++) {
                const double *now = t + ((size_t)z*h + y)*w;
                for (int x = 0; x < w; x++)
                    sum = 0.9*sum + before[y*w + x] - between[y*w + x] + now[x];
            }
        }
        for (int c = 0; c < n; c++)
            for (int y = 0; y < h; y++)
                for (int x = 0; x < w; x++)
                    image[(c*h + y)*w + x] = t[AT(z, y, x)] * c;
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                for (int c = 0; c < n; c++)
                    sum = 0.9*sum + image[(c*h + y)*w + x];
    }
    free(t);
    free(channels);
    return sum;
}

/* Volumes over time; more elements than an `int` counts. */
static double steps(int n, int d, int h, int w, const double *in)
{
    double *u = malloc((size_t)(n + 1) * d * h * w * sizeof *u);
    double sum = 0;

    if (!u)
        return 0;
    for (int i = 0; i < d; i++)
        for (int j = 0; j < h; j++)
            for (int k = 0; k < w; k++)
                u[((size_t)i*h + j)*w + k] = in[AT(i, j, k)];
    for (int t = 0; t < n; t++)
        for (int i = 0; i < d; i++)
            for (int j = 0; j < h; j++)
                for (int k = 0; k < w; k++) {
                    size_t at = (((size_t)t*d + i)*h + j)*w + k;
                    double v = u[at];
                    if (i > 0 && i < d - 1)
                        v += 0.1 * (u[at - (size_t)h*w] + u[at + (size_t)h*w] - 2*v);
                    if (k > 0 && k < w - 1)
                        v += 0.1 * (u[at - 1] + u[at + 1] - 2*v);
                    u[at + (size_t)d*h*w] = v;
                }
    for (int i = 0; i < d; i++)
        for (int j = 0; j < h; j++)
            for (int k = 0; k < w; k++)
                sum = 0.9*sum + u[(((size_t)n*d + i)*h + j)*w + k];
    free(u);
    return sum;
}

/* Macros keep their names. */
static void smooth(const double *in)
{
    for (int z = 0; z < Z; z++) {
        for (int y = 0; y < Y; y++)
            for (int x = 0; x < X; x++)
                blurred[VOXEL(x, y, z)] = 0.5 * (in[VOXEL(x, y, z)] + in[VOXEL(x > 0 ? x - 1 : 0, y, z)]);
        if (z >= 2)
            for (int y = 0; y < Y; y++)
                for (int x = 0; x < X; x++)
                    out[VOXEL(x, y, z - 1)] = blurred[VOXEL(x, y, z)] - 2 * blurred[VOXEL(x, y, z - 1)]
                        + blurred[VOXEL(x, y, z - 2)];
    }
}

int main(void)
{
    double in[Z * Y * X], sum = 0;

    for (int i = 0; i < Z * Y * X; i++)
        in[i] = i * 31 % 17 - 5;
    smooth(in);
    for (int i = 0; i < Z * Y * X; i++)
        sum = 0.9*sum + out[i];
    printf("%a %a %a\n", heat(Z, Y, X, in), neighbours(Z, Y, X, in), strides(Z, Y, X, in));
    printf("%a %a %a\n", planes(Z, Y, X, in), rows(Z, Y, X, in), pointers(Z, 3, Y, X, in));
    printf("%a %a\n", steps(4, Z, Y, X, in), sum);
    return 0;
}
