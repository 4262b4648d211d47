#include <stdio.h>
#include <stdlib.h>
#include <stddef.h>
/* generic 2-D convolution with kernel radius, ptrdiff_t, accumulate by rows */
enum status { OK, NOMEM, BADSIZE };
enum status conv(const double *img, ptrdiff_t w, ptrdiff_t h, const double *k, ptrdiff_t r, double *out)
{
    double *hor;
    ptrdiff_t x, y, d;
    if (w <= 2 * r || h <= 2 * r || r < 0)
        return BADSIZE;
    hor = malloc(sizeof(double) * (size_t)(w * h));
    if (hor == NULL)
        return NOMEM;
    for (y = 0; y < h; y++) {
        for (x = r; x < w - r; x++) {
            double s = 0;
            for (d = -r; d <= r; d++)
                s += k[d + r] * img[y * w + x + d];
            hor[y * w + x] = s;
        }
        if (y >= 2 * r) {
            for (x = r; x < w - r; x++) {
                double s = 0;
                for (d = -r; d <= r; d++)
                    s += k[d + r] * hor[(y - r + d) * w + x];
                out[(y - r) * w + x] = s;
            }
        }
    }
    free(hor);
    return OK;
}
int main(void)
{
    enum { W = 44, H = 31 };
    static double a[W * H], b[W * H];
    const double k[5] = { 1, 4, 6, 4, 1 };
    for (int i = 0; i < W * H; i++)
        a[i] = i * 3 % 29;
    int rc = conv(a, W, H, k, 2, b);
    double s = 0;
    for (int i = 0; i < W * H; i++)
        s += b[i] * (i % 5);
    printf("%d %.3f\n", rc, s);
    return 0;
}
