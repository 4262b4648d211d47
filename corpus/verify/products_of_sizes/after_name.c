/* verify: refuted
 * A parameter whose name looks like the product.
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

    for (int i = 0; i < w * h; i++)
        out[i] = in->px[i];
}

void copy_some(int w, int h, int w_x_h, const short *in, short *out)
{
    for (int i = 0; i < w_x_h; i++)
        out[i] = in[i] + w_x_h;
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
