/*
 * The sum of the rows above and below, before sizes change: what is read at the end is some element
 * of the result.
 *
 * Expected:
 *   half  3 rows
 */
#include <stdio.h>
#include <stdlib.h>

static int lines = 1;

static void cut(int *w, int *h)
{
    *w = *w - lines;
    *h = *h - lines;
}

float rows_beside(int w, int h, const float *restrict in, float *restrict out)
{
    float *half = malloc((size_t)w * h * sizeof *half), last;

    if (!half)
        exit(1);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            half[y * w + x] = 0.5f * in[y * w + x];
    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = half[(y - 1) * w + x] + half[(y + 1) * w + x];
    free(half);
    cut(&w, &h);
    last = out[w * h - 1];
    return last;
}

static float in[20 * 30], out[20 * 30];

int main(int argc, char **argv)
{
    (void)argv;
    lines = argc;
    for (int i = 0; i < 20 * 30; i++)
        in[i] = i * 7 % 31;
    printf("%g\n", rows_beside(20, 30, in, out));
    return 0;
}
