#include <stdio.h>
#include <stdlib.h>
/* separable gaussian on a flat grey image */
static void gauss(const unsigned char *src, unsigned char *dst, int w, int h)
{
    int *tmp = malloc((size_t)w * h * sizeof *tmp);
    if (tmp == NULL)
        return;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int l = x > 0 ? src[y * w + x - 1] : src[y * w + x];
            int r = x < w - 1 ? src[y * w + x + 1] : src[y * w + x];
            tmp[y * w + x] = l + 2 * src[y * w + x] + r;
        }
    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            dst[y * w + x] = (unsigned char)((tmp[(y - 1) * w + x] + 2 * tmp[y * w + x] + tmp[(y + 1) * w + x]) / 16);
    free(tmp);
}
int main(void)
{
    int w = 97, h = 61;
    unsigned char *a = malloc((size_t)w * h), *b = calloc((size_t)w, (size_t)h);
    for (int i = 0; i < w * h; i++)
        a[i] = (unsigned char)(i * 37 % 251);
    gauss(a, b, w, h);
    unsigned long s = 0;
    for (int i = 0; i < w * h; i++)
        s = s * 31 + b[i];
    printf("%lu\n", s);
    free(a);
    free(b);
    return 0;
}
