/* Images as tables of rows that the caller allocates, one by one: what the pointers of a table lead
   to is one array of rows. */
#include <stdio.h>
#include <stdlib.h>

static void *need(void *memory)
{
    if (!memory)
        exit(1);
    return memory;
}

static float **image(int h, int w)
{
    float **rows = need(malloc(h * sizeof *rows));
    for (int y = 0; y < h; y++)
        rows[y] = need(malloc(w * sizeof **rows));
    return rows;
}

void emboss(float **out, float **in, int h, int w)
{
    float (*t)[w] = need(malloc(h * sizeof *t));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y][x] = 0.5f * in[y][x] + 1;
    for (int y = 1; y < h; y++)
        for (int x = 1; x < w; x++)
            out[y][x] = t[y][x] - t[y - 1][x - 1];
    free(t);
}

int main(int argc, char **argv)
{
    int h = argc > 1 ? atoi(argv[1]) : 24, w = argc > 2 ? atoi(argv[2]) : 17;
    if (h < 2 || w < 2)
        return 1;
    float **in = image(h, w), **out = image(h, w);
    double sum = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            in[y][x] = (float)(x * 7 % 11 + y * 3 % 5);
            out[y][x] = 0;
        }
    emboss(out, in, h, w);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            sum += out[y][x] * (x + y);
    printf("%.3f\n", sum);
    for (int y = 0; y < h; y++) {
        free(in[y]);
        free(out[y]);
    }
    free(in);
    free(out);
    return 0;
}
