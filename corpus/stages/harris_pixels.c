/*
 * Corners: zeros and products as flat loops over all pixels, gradients and sums over windows as
 * rows and columns.
 *
 * Expected: ix, iy one row each, ixx, iyy, ixy 3 rows each.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 10
#endif
#ifndef W
#define W 12
#endif

void harris(const float *img, float *resp, int w, int h)
{
    int n = w * h;
    float *ix = malloc(n * sizeof(float));
    float *iy = malloc(n * sizeof(float));
    float *ixx = malloc(n * sizeof(float));
    float *iyy = malloc(n * sizeof(float));
    float *ixy = malloc(n * sizeof(float));
    for (int i = 0; i < n; i++) {
        ix[i] = 0;
        iy[i] = 0;
    }
    for (int y = 1; y < h - 1; y++) {
        for (int x = 1; x < w - 1; x++) {
            ix[y * w + x] = (img[y * w + x + 1] - img[y * w + x - 1]) * 0.5f;
            iy[y * w + x] = (img[(y + 1) * w + x] - img[(y - 1) * w + x]) * 0.5f;
        }
    }
    for (int i = 0; i < n; i++) {
        ixx[i] = ix[i] * ix[i];
        iyy[i] = iy[i] * iy[i];
        ixy[i] = ix[i] * iy[i];
    }
    for (int y = 1; y < h - 1; y++) {
        for (int x = 1; x < w - 1; x++) {
            float a = 0, b = 0, c = 0;
            for (int dy = -1; dy <= 1; dy++) {
                for (int dx = -1; dx <= 1; dx++) {
                    a += ixx[(y + dy) * w + x + dx];
                    b += iyy[(y + dy) * w + x + dx];
                    c += ixy[(y + dy) * w + x + dx];
                }
            }
            resp[y * w + x] = a * b - c * c - 0.04f * (a + b) * (a + b);
        }
    }
    free(ix);
    free(iy);
    free(ixx);
    free(iyy);
    free(ixy);
}

int main(void)
{
    static float a[H * W], b[H * W];
    double s = 0;

    for (int i = 0; i < H * W; i++)
        a[i] = (float)(i * 7 % 255);
    harris(a, b, W, H);
    for (int i = 0; i < H * W; i++)
        s += b[i] * (i % 13);
    printf("%f\n", s);
    return 0;
}
