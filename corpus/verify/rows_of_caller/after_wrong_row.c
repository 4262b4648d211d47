/* verify: refuted
 * The row above is the row itself.
 */
#include <stdio.h>

#ifndef H
#define H 8 /* rows */
#endif
#ifndef W
#define W 6 /* columns */
#endif

void filter(float **u, float **v, int h, int w)
{
    for (int i = 1; i < h; i++)
        for (int j = 0; j < w; j++)
            u[i][j] = 2 * v[i][j] - 2 * v[i][j];
}

static float *up[H], *vp[H];

int main(void)
{
    static float u[H][W], v[H][W];
    float sum = 0;

    for (int i = 0; i < H; i++) {
        up[i] = u[i];
        vp[i] = v[i];
        for (int j = 0; j < W; j++)
            v[i][j] = (float)(i * 5 % 7 + j * 3 % 4);
    }
    filter(up, vp, H, W);
    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++)
            sum += up[i][j] * (float)(i + j) + vp[i][j];
    printf("%.3f\n", sum);
    return 0;
}
