/*
 * An image in a buffer with a header: its size is read from memory. A second size comes from a
 * function of the program that looks at data.
 *
 * Expected:
 *   soft    two rows
 *   sums    one row
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 9 /* rows */
#endif
#ifndef W
#define W 8 /* columns */
#endif

static int used(const int *row, int length)
{
    int last = 0;
    for (int i = 0; i < length; i++)
        if (row[i] != 0)
            last = i + 1;
    return last;
}

static void sharpen(const int *header, const int *pixels, int *out)
{
    int rows = header[0];
    int columns = header[1];
    int bright = used(pixels, columns);
    int *soft = malloc(sizeof(int) * rows * columns);
    int *sums = malloc(sizeof(int) * rows * columns);

    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++)
            soft[y * columns + x] = pixels[y * columns + x] + 1;
    for (int y = 1; y < rows; y++)
        for (int x = 0; x < columns; x++)
            sums[y * columns + x] = soft[y * columns + x] + soft[(y - 1) * columns + x];
    for (int y = 1; y < rows; y++)
        for (int x = 0; x < columns; x++)
            out[y * columns + x] = bright * sums[y * columns + x];

    free(soft);
    free(sums);
}

int main(void)
{
    static const int header[2] = {H, W};
    int *pixels = malloc(sizeof(int) * H * W);
    int *out = calloc(H * W, sizeof(int));
    int sum = 0;
    for (int i = 0; i < H * W; i++)
        pixels[i] = i * 5 % 11;
    sharpen(header, pixels, out);
    for (int i = 0; i < H * W; i++)
        sum += out[i] * (i % 7);
    printf("%d\n", sum);
    free(pixels);
    free(out);
    return 0;
}
