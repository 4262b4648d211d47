/* verify: proved
 * Rows and columns instead of all elements.
 */
#include <stdio.h>

#ifndef W
#define W 5 /* columns */
#endif
#ifndef H
#define H 4 /* rows */
#endif

struct image {
    int w, h;
    const short *px;
};

void copy(const struct image *in, short *out)
{
    const int w = in->w, h = in->h;

    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = in->px[y * w + x];
}

void copy_some(int w, int h, int w_x_h, const short *in, short *out)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = in[y * w + x] + w_x_h;
}

void copy_first(int x1, int x1_, int max, const short *in, short *out)
{
    for (int i = 0; i < x1; i++)
        out[i] = in[i] + x1_ + max;
}

static short px[W * H], out[W * H];

int main(void)
{
    struct image in = {W, H, px};

    for (int i = 0; i < W * H; i++)
        px[i] = i * 37 % 101;
    copy(&in, out);
    for (int i = 0; i < W * H; i++)
        printf("%d\n", out[i]);
    copy_some(W, H, W, px, out);
    for (int i = 0; i < W * H; i++)
        printf("%d\n", out[i]);
    copy_first(W, H, 7, px, out);
    for (int i = 0; i < W * H; i++)
        printf("%d\n", out[i]);
    return 0;
}
