/* Counters and sizes of all types, with and without casts: compilers have nothing new to say of signs. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int image[26][91], result[26][91];

void mixed(int h, int w)
{
    int t[h][w];
    for (int y = 0; y < h; y++)
        for (size_t x = 0; x < (size_t)w; x++) {
            t[y][x] = image[y][x] + 1;
            if (y >= 2)
                result[y][x] += t[y - 2][x] + t[y - 1][x] * 3 + t[y][x];
        }
}

void unsigned_rows(unsigned h, int w)
{
    int t[h][w];
    for (unsigned y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            t[y][x] = image[y][x] + 1;
            if (y >= 1)
                result[y][x] += t[y - 1][x];
        }
}

void cast_rows(int h, int w)
{
    int *t = malloc((size_t)h * (size_t)w * sizeof(int));
    if (!t)
        exit(1);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            t[(size_t)y * (size_t)w + (size_t)x] = image[y][x];
            if (y)
                result[y][x] += t[(size_t)(y - 1) * (size_t)w + (size_t)x];
        }
    free(t);
}

void sizes(size_t h, size_t w)
{
    int *t = malloc(h * w * sizeof *t);
    if (!t)
        exit(1);
    for (size_t y = 0; y < h; y++)
        for (size_t x = 0; x < w; x++) {
            t[y * w + x] = image[y][x];
            if (y >= 2)
                result[y][x] += t[(y - 2) * w + x];
        }
    free(t);
}

void exact(int32_t h, int64_t w)
{
    int t[h][w];
    for (int32_t y = 0; y < h; y++)
        for (int64_t x = 0; x < w; x++) {
            t[y][x] = image[y][x] + 1;
            if (y >= 1 && x >= 1)
                result[y][x] += t[y - 1][x - 1];
        }
}

void cast_index(int h, int w)
{
    int t[h][w];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            t[(size_t)y][(size_t)x] = image[y][x] + 1;
            if (y >= 2)
                result[y][x] += t[(size_t)y - 2][(size_t)x];
        }
}

/* Casts of names in parentheses, to a type that the file does not use otherwise. */
void cast_names(int h, int w)
{
    int *t = malloc(sizeof(int) * (unsigned long)(h) * (unsigned long)(w));
    if (!t)
        exit(1);
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            t[(unsigned long)(y) * (unsigned long)(w) + (unsigned long)(x)] = image[y][x] - 2;
        for (int x = 0; x < w && y > 0; x++)
            result[y][x] += t[(unsigned long)(y - 1) * (unsigned long)(w) + (unsigned long)(x)];
    }
    free(t);
}

int main(void)
{
    long s = 0;
    for (int y = 0; y < 26; y++)
        for (int x = 0; x < 91; x++)
            image[y][x] = (y * 7 + x * 5) % 23;
    mixed(26, 91);
    unsigned_rows(26, 91);
    cast_rows(26, 91);
    sizes(26, 91);
    exact(26, 91);
    cast_index(26, 91);
    cast_names(26, 91);
    for (int y = 0; y < 26; y++)
        for (int x = 0; x < 91; x++)
            s += (long)result[y][x] * (x + y);
    printf("sum of all results: %ld\n", s);
    return 0;
}
