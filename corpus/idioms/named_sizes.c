/* Sizes in constants of their own: the fold drops the number of channels, so the text that is read
 * again has one unknown less than the original, and still computes the same sizes. */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 8
#endif

static void pooled(int h, int w, int channels, const float *in, float *out)
{
    const int rows = h - 2, columns = w - 2;
    float *map = malloc(sizeof(float) * (size_t)channels * rows * columns);

    if (map == NULL)
        return;
    for (int c = 0; c < channels; c++) {
        for (int y = 0; y < rows; y++)
            for (int x = 0; x < columns; x++) {
                float sum = in[y * w + x] + in[(y + 1) * w + x + 1] * (float)c;
                map[(c * rows + y) * columns + x] = sum > 0 ? sum : 0;
            }
        for (int y = 0; y < rows / 2; y++)
            for (int x = 0; x < columns / 2; x++) {
                float a = map[(c * rows + 2 * y) * columns + 2 * x];
                float b = map[(c * rows + 2 * y + 1) * columns + 2 * x + 1];
                out[(c * (rows / 2) + y) * (columns / 2) + x] = a > b ? a : b;
            }
    }
    free(map);
}

int main(void)
{
    int h = 2 * N + 2, w = 2 * N + 4, channels = 3;
    int results = channels * N * (N + 1);
    float *in = malloc(sizeof(float) * (size_t)(h * w));
    float *out = malloc(sizeof(float) * (size_t)results);
    double sum = 0;

    for (int i = 0; i < h * w; i++)
        in[i] = (float)(i * 7 % 23) - 11;
    pooled(h, w, channels, in, out);
    for (int i = 0; i < results; i++)
        sum = 0.75 * sum + out[i];
    printf("%a\n", sum);
    free(in);
    free(out);
    return 0;
}
