/* verify: proved
 * The sizes are copied.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 9
#endif
#ifndef W
#define W 8
#endif

static int *kept;

static void measured(int *w, int *h)
{
    *w = W;
    *h = H;
    kept = w;
}

static void shortened(void)
{
    *kept = W / 2;
}

void sums(const int *in, int *out)
{
    int w, h;
    measured(&w, &h);
    const int columns = w, rows = h;
    int *t = malloc(sizeof(int) * columns * rows);
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++)
            t[y * columns + x] = 2 * in[y * columns + x];
        if (y >= 1)
            for (int x = 0; x < columns; x++)
                out[y * columns + x] = t[y * columns + x] + t[(y - 1) * columns + x];
    }
    shortened();
    free(t);
}

int main(void)
{
    int in[H * W], out[H * W];
    for (int i = 0; i < H * W; i++) {
        in[i] = i * 7 % 23;
        out[i] = 0;
    }
    sums(in, out);
    for (int i = 0; i < H * W; i++)
        printf("%d\n", out[i]);
    return 0;
}
