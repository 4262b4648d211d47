/* Rows so long that two of them are more than an int counts: new sizes do not overflow where the old ones do not. Only
 * some pages of the rows are used. */
#include <stdio.h>
#include <stdlib.h>

static long pairs(int h, int w)
{
    char *t = malloc(h * w);
    long s = 0;
    if (!t)
        return -1;
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x += 65536)
            t[y * w + x] = x / 65536 % 50;
        for (int x = 0; x < w; x += 65536)
            s += t[y * w + x] + (y ? t[(y - 1) * w + x] : 0);
    }
    free(t);
    return s;
}

static long wide(int h, int w)
{
    short *t = malloc((size_t)h * w * sizeof(short));
    long s = 0;
    if (!t)
        return -1;
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x += 65536)
            t[(size_t)y * w + x] = x / 65536 % 50;
        for (int x = 0; x < w; x += 65536) {
            s += t[(size_t)y * w + x];
            if (y >= 2)
                s += t[(size_t)(y - 1) * w + x] - t[(size_t)(y - 2) * w + x];
        }
    }
    free(t);
    return s;
}

/* The size counts bytes first. */
static long bytes(int h, int w)
{
    char *t = malloc(sizeof(char) * w * h);
    long s = 0;
    if (!t)
        return -1;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x += 65536) {
            t[(size_t)y * w + x] = x / 65536 % 50;
            if (y >= 4)
                s += t[(size_t)(y - 4) * w + x];
            else
                s += t[(size_t)y * w + x];
        }
    free(t);
    return s;
}

int main(void)
{
    printf("%ld %ld %ld\n", pairs(1, 1100000000), pairs(3, 700000), pairs(2, 90000));
    printf("%ld %ld %ld\n", wide(1, 730000000), wide(2, 90000), wide(5, 70000));
    printf("%ld %ld\n", bytes(1, 450000000), bytes(6, 70000));
    return 0;
}
