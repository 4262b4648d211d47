/* An index macro whose arguments are edited: its body has parentheses around them. */
#include <stdio.h>
#include <stdlib.h>

#define PIXEL(p, x, y) (p)[(y) * w + (x)]
#define TWICE(p, x, y) ((p)[(y) * w + (x)] + (y))
#define BARE(p, x, y) p[y * w + x]

/* Edges of a smoothed image: three rows of it are alive at a time. */
static int edges(const unsigned char *in, unsigned char *out, int w, int h)
{
    float *smooth = malloc(sizeof(float) * w * h);
    if (!smooth)
        return -1;
    for (int r = 0; r < h; r++) {
        for (int x = 1; x < w - 1; x++)
            PIXEL(smooth, x, r) = 0.25f * (PIXEL(in, x - 1, r) + 2 * PIXEL(in, x, r) + PIXEL(in, x + 1, r));
        if (r < 2)
            continue;
        int y = r - 1;
        for (int x = 2; x < w - 2; x++) {
            float gx = PIXEL(smooth, x + 1, y - 1) + 2 * PIXEL(smooth, x + 1, y) + PIXEL(smooth, x + 1, y + 1)
                     - PIXEL(smooth, x - 1, y - 1) - 2 * PIXEL(smooth, x - 1, y) - PIXEL(smooth, x - 1, y + 1);
            PIXEL(out, x, y) = (unsigned char)(gx > 20 || gx < -20);
        }
    }
    free(smooth);
    return 0;
}

/* The argument is used for something else too, or is not enclosed. */
static int others(const unsigned char *in, unsigned char *out, int w, int h)
{
    int *last = malloc(sizeof(int) * w * h), *next = malloc(sizeof(int) * w * h);
    if (!last || !next) {
        free(last);
        free(next);
        return -1;
    }
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++) {
            PIXEL(last, x, y) = PIXEL(in, x, y) * 3;
            BARE(next, x, y) = PIXEL(in, x, y) + 1;
        }
        if (y > 0)
            for (int x = 0; x < w; x++)
                PIXEL(out, x, y) ^= (unsigned char)(TWICE(last, x, y - 1) + BARE(next, x, y));
    }
    free(last);
    free(next);
    return 0;
}

int main(void)
{
    enum { W = 23, H = 17 };
    static unsigned char in[W * H], out[W * H];
    unsigned sum = 0;
    for (int i = 0; i < W * H; i++)
        in[i] = (unsigned char)(i * 73 % 251);
    if (edges(in, out, W, H) || others(in, out, W, H))
        return 1;
    for (int i = 0; i < W * H; i++)
        sum = sum * 31 + out[i];
    printf("%u\n", sum);
    return 0;
}
