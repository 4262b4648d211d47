/* Flat arrays with rows counted from far away: the place of a row is no larger than before. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static long rows(int h, int w, int from)
{
    int *t = malloc((size_t)h * (size_t)w * sizeof *t);
    long sum = 0;

    if (!t)
        return -1;
    for (int y = from; y < from + h; y++) {
        for (int x = 0; x < w; x++)
            t[(y - from) * w + x] = (y - from) * x + 1;
        if (y > from)
            for (int x = 0; x < w; x++)
                sum += t[(y - from) * w + x] * 3 - t[(y - from - 1) * w + w - 1 - x];
    }
    free(t);
    return sum;
}

/* Few rows that are very long, of which hardly anything is touched. */
static long long_rows(int h, int w)
{
    char *t = malloc((size_t)h * (size_t)w);
    long sum = 0;

    if (!t)
        return -1;
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x += 65536)
            t[(size_t)y * w + x] = (char)(x / 65536 % 100);
        for (int x = 0; x < w; x += 65536)
            sum += t[(size_t)y * w + x];
        if (y)
            for (int x = 0; x < w; x += 65536)
                sum += t[(size_t)(y - 1) * w + x];
    }
    free(t);
    return sum;
}

static long by_pointers(int h, int w, int from)
{
    int *t = malloc((size_t)h * (size_t)w * sizeof *t);
    long sum = 0;

    if (!t)
        return -1;
    for (int y = from; y < from + h; y++) {
        int *row = t + (y - from) * w;
        for (int x = 0; x < w; x++)
            row[x] = (y - from) * x + 1;
        if (y > from) {
            const int *up = t + (y - from - 1) * w;
            for (int x = 0; x < w; x++)
                sum += row[x] * 3 - up[w - 1 - x];
        }
    }
    free(t);
    return sum;
}

static long planes(int d, int h, int w, int from)
{
    int *t = malloc((size_t)d * (size_t)h * (size_t)w * sizeof *t);
    long sum = 0;

    if (!t)
        return -1;
    for (int z = from; z < from + d; z++) {
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                t[((z - from) * h + y) * w + x] = (z - from) * x + y;
        if (z > from)
            for (int y = 0; y < h; y++)
                for (int x = 0; x < w; x++)
                    sum += t[((z - from) * h + y) * w + x] - 2 * t[((z - from - 1) * h + h - 1 - y) * w + x];
    }
    free(t);
    return sum;
}

int main(void)
{
    printf("%ld %ld %ld\n", rows(9, 7, 0), rows(9, 7, INT_MAX - 9), rows(9, 7, INT_MIN));
    printf("%ld %ld\n", long_rows(1, 1200000000), long_rows(3, 70000));
    printf("%ld %ld\n", by_pointers(9, 7, INT_MAX - 9), by_pointers(9, 7, INT_MIN));
    printf("%ld %ld\n", planes(4, 9, 7, INT_MAX - 9), planes(4, 9, 7, INT_MIN));
    return 0;
}
