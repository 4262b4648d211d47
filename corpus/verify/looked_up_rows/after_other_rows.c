/* verify: refuted
 * The rows of the table begin elsewhere: those that are looked up are others.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 9 /* rows */
#endif
#ifndef W
#define W 8 /* columns */
#endif

static void look_up(const double *in, const int *order, double *out, int h, int w)
{
    double **rows = malloc(h * sizeof(double *));
    double *block = malloc((size_t)h * w * sizeof(double));

    if (!rows || !block)
        abort();
    for (int y = 0; y < h; y++)
        rows[y] = block + (h - 1 - y) * w;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            block[y * w + x] = in[y * w + x] * 0.5;
    for (int y = 0; y < h; y++)
        out[y] = rows[order[y]][0] + block[y * w + order[y] % w];
    free(block);
    free(rows);
}

static double in[H * W];
static double out[H];
static int order[H];

int main(void)
{
    double checksum = 0;

    for (int i = 0; i < H * W; i++)
        in[i] = (i * 5 + i / W) % 19;
    for (int y = 0; y < H; y++)
        order[y] = (y * 5 + 2) % H;
    look_up(in, order, out, H, W);
    for (int y = 0; y < H; y++)
        checksum += out[y] * (y + 1);
    printf("%.9g\n", checksum);
    return 0;
}
