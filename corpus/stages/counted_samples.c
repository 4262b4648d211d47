/*
 * The number of samples is counted by a loop over data, and a table of rows gets as many columns.
 *
 * Expected:
 *   levels   1 element
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef CHANNELS
#define CHANNELS 7 /* channels */
#endif

static unsigned state = 7;

static int sample(int largest)
{
    state = state * 69069u + 1u;
    return (int)(state >> 20) % (largest + 1);
}

static int **table(int rows, int cols)
{
    int **t = malloc(rows * sizeof *t);

    if (!t)
        exit(1);
    for (int i = 0; i < rows; i++) {
        t[i] = calloc(cols, sizeof **t);
        if (!t[i])
            exit(1);
    }
    return t;
}

static void table_free(int **t, int rows)
{
    for (int i = 0; i < rows; i++)
        free(t[i]);
    free(t);
}

int main(void)
{
    int length = 3;
    long sum = 0;

    while (sample(length) > 0 && length < 20)
        length++;

    int **levels = table(CHANNELS, length);
    for (int c = 0; c < CHANNELS; c++)
        for (int k = 0; k < length; k++)
            levels[c][k] = sample(c + k + 1);
    for (int c = 0; c < CHANNELS; c++)
        for (int k = 0; k < length; k++)
            sum += levels[c][k] * (k + 1);
    printf("%d %ld\n", length, sum);
    table_free(levels, CHANNELS);
    return 0;
}
