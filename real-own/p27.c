#include <stdio.h>
#include <stdlib.h>
/* median of three, min/max filters: several arrays per line, debug code under #ifdef */
static unsigned char med(unsigned char a, unsigned char b, unsigned char c)
{
    unsigned char t;
    if (a > b) { t = a; a = b; b = t; }
    if (b > c) { t = b; b = c; c = t; }
    return a > b ? a : b;
}
void denoise(const unsigned char *src, unsigned char *dst, int w, int h)
{
    unsigned char *hor = malloc((size_t)(w * h));
    int x, y;
    if (!hor)
        return;
    for (y = 0; y < h; y++) {
        hor[y * w] = src[y * w];
        hor[y * w + w - 1] = src[y * w + w - 1];
        for (x = 1; x < w - 1; x++)
            hor[y * w + x] = med(src[y * w + x - 1], src[y * w + x], src[y * w + x + 1]);
        if (y < 2)
            continue;
        for (x = 0; x < w; x++)
            dst[(y - 1) * w + x] = med(hor[(y - 2) * w + x], hor[(y - 1) * w + x], hor[y * w + x]);
#ifdef DEBUG
        fprintf(stderr, "row %d\n", y);
#endif
    }
    free(hor);
}
int main(void)
{
    int w = 55, h = 45, i;
    unsigned char *a = malloc((size_t)(w * h)), *b = calloc((size_t)(w * h), 1);
    unsigned s = 1;
    for (i = 0; i < w * h; i++)
        a[i] = (unsigned char)(i * 89 % 253);
    denoise(a, b, w, h);
    for (i = 0; i < w * h; i++)
        s = s * 13u + b[i];
    printf("%u\n", s);
    free(a);
    free(b);
    return 0;
}
