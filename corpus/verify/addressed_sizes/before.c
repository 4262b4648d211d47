/*
 * Sums of neighbouring rows. Another function sets the sizes, keeps the address of one, and changes
 * it when it is called again.
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
    int *t = malloc(sizeof(int) * w * h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y * w + x] = 2 * in[y * w + x];
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[y * w + x] + t[(y - 1) * w + x];
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
