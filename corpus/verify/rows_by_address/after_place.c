/* verify: refuted
 * The second row is set through the address of another table.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 9
#endif
#ifndef W
#define W 8
#endif

static void new_rows(int ***rows, int h, int w)
{
    *rows = malloc(h * sizeof(int *));
    for (int y = 0; y < h; y++)
        (*rows)[y] = calloc(w, sizeof(int));
}

void sums(const int *in, int *out, int h, int w)
{
    int **t;
    new_rows(&t, h, w);
    int **other, ***place = &t;
    new_rows(&other, h, w);
    for (int y = 0; y < h; y++) {
        if (y == 1)
            *place = other;
        for (int x = 0; x < w; x++)
            t[y][x] = 2 * in[y * w + x];
    }
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[y][x] + t[y - 1][x];
    for (int y = 0; y < h; y++)
        free(t[y]);
    free(t);
}

int main(void)
{
    int in[H * W], out[H * W];
    for (int i = 0; i < H * W; i++) {
        in[i] = i * 7 % 23;
        out[i] = 0;
    }
    sums(in, out, H, W);
    for (int i = 0; i < H * W; i++)
        printf("%d\n", out[i]);
    return 0;
}
