/*
 * Loops as they were written before C99: elements by pointers and sums, several objects stepped in
 * a header, allocations in the conditions of tests. The zeros of calloc are the borders.
 *
 * Expected:
 *   edge    one row
 */
#include <stdio.h>
#include <stdlib.h>

static double edges(const float *in, int w, int h, const float *weight)
{
    float *edge;
    const float *p;
    double sum = 0;
    int x, y;
    if ((edge = (float *) calloc(w * h, sizeof(float))) == NULL)
        return -1;
    for (y = 1; y < h - 1; y++)
        for (x = 1; x < w - 1; x++)
            *(edge + y * w + x) = in[y * w + x + 1] - in[y * w + x - 1] + in[(y + 1) * w + x]
                                - in[(y - 1) * w + x];
    for (y = 0, p = weight; y < h; y++, p++)
        for (x = 0; x < w; x++)
            sum = 0.5 * sum + *p * *(edge + y * w + x);
    free(edge);
    return sum;
}

int main(void)
{
    float in[12 * 10], weight[10];
    int i;
    for (i = 0; i < 120; i++)
        in[i] = (float) ((i * 37 + i / 7) % 23);
    for (i = 0; i < 10; i++)
        weight[i] = (float) (i % 3 + 1);
    printf("%.6f\n", edges(in, 12, 10, weight));
    return 0;
}
