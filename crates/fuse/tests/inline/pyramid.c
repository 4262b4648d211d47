/* The same stage at several sizes: arguments are expressions. */
#include <stdio.h>
#include <stdlib.h>

static void halve(const float *fine, float *coarse, int w, int h)
{
    int n = w / 2;
    for (int y = 0; y < h / 2; y++)
        for (int x = 0; x < n; x++)
            coarse[y * n + x] = (fine[2 * y * w + 2 * x] + fine[2 * y * w + 2 * x + 1]
                                 + fine[(2 * y + 1) * w + 2 * x] + fine[(2 * y + 1) * w + 2 * x + 1]) / 4;
}

static void scale(float *values, int count, float factor)
{
    for (int i = 0; i < count; i++)
        values[i] *= factor;
}

void pyramid(const float *image, float *quarter, int w, int h)
{
    float *half = malloc((w / 2) * (h / 2) * sizeof *half);
    halve(image, half, w, h);
    scale(half, (w / 2) * (h / 2), 1.5f);
    halve(half, quarter, w / 2, h / 2);
    scale(quarter, (w / 4) * (h / 4), 0.5f);
    free(half);
}

int main(void)
{
    enum { W = 16, H = 12 };
    float image[W * H], quarter[(W / 4) * (H / 4)];
    for (int i = 0; i < W * H; i++)
        image[i] = (float)(i * 11 % 59);
    pyramid(image, quarter, W, H);
    for (int i = 0; i < (W / 4) * (H / 4); i++)
        printf("%a\n", quarter[i]);
    return 0;
}
