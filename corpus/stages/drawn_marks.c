/*
 * Marks at known places are drawn in a picture whose rows have the length of a macro: they may be
 * in other rows if that is small. The length is not negative, as otherwise there are no rows.
 */
#include <stdio.h>
#include <stdlib.h>

#define N 48

int main(int argc, char **argv)
{
    int at = argc > 1 ? atoi(argv[1]) : 5;
    float *img = calloc(N * N, sizeof *img);
    float *smooth = calloc(N * N, sizeof *smooth);
    float *edge = calloc(N * N, sizeof *edge);
    if (!img || !smooth || !edge)
        return 1;

    for (int y = 2; y < 6; y++)
        for (int x = 1; x < 6; x++)
            img[y * N + x] = 1;

    img[at / 2 * N + at / 2] = 2;

    for (int y = 1; y < N - 1; y++)
        for (int x = 0; x < N; x++)
            smooth[y * N + x] = img[(y - 1) * N + x] + 2 * img[y * N + x] + img[(y + 1) * N + x];
    for (int y = 1; y < N - 1; y++)
        for (int x = 1; x < N - 1; x++)
            edge[y * N + x] = smooth[(y + 1) * N + x + 1] - smooth[(y - 1) * N + x - 1];
    float sum = 0;
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            sum += edge[y * N + x] * (x + 2 * y);
    printf("%g\n", sum);
    free(img);
    free(smooth);
    free(edge);
    return 0;
}
