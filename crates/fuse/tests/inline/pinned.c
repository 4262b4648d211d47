/* A macro names the parameters of the stages: they must keep their names. */
#include <stdio.h>
#include <stdlib.h>

#define SRC(y, x) src[(y) * w + (x)]
#define DST(y, x) dst[(y) * w + (x)]
#define COUNT 2 + 3

static void mean(const double *src, double *dst, int w, int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            DST(y, x) = (SRC(y, x - 1) + SRC(y, x + 1)) / 2;
}

static void fill(double *to, int n, double with)
{
    for (int i = 0; i < n; i++)
        to[i] = with;
}

static void power(double *values, int n, int k)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k * 2; j++)
            values[i] *= 1.25;
}

void kernel(const double *in, double *out, int width, int height)
{
    double *tmp = malloc(width * height * sizeof *tmp);
    fill(tmp, width * height, 0);
    mean(in, tmp, width, height);
    power(tmp, width * height, COUNT);
    fill(out, width * height, 1.0 / width);
    mean(tmp, out, width, height);
    free(tmp);
}

int main(void)
{
    enum { W = 9, H = 5 };
    double in[W * H], out[W * H];
    for (int i = 0; i < W * H; i++)
        in[i] = i * 13 % 17;
    kernel(in, out, W, H);
    for (int i = 0; i < W * H; i++)
        printf("%a\n", out[i]);
    return 0;
}
