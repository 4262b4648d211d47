#include <stdlib.h>

void blur(int h, int w, float in[h][w], float out[h][w])
{
    float (*t)[w] = malloc(h * sizeof *t);

    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            t[y][x] = (in[y][x - 1] + in[y][x] + in[y][x + 1]) / 3;

    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y][x] = (t[y - 1][x] + t[y][x] + t[y + 1][x]) / 3;
    free(t);
}
