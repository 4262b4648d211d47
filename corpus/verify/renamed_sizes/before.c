/*
 * Sizes that are the results of functions.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 12
#endif

int main(void)
{
    char digits[] = { (char)('0' + N % 10), 0 };
    int w = atoi(digits);
    int h = abs(w - 5);
    if (w < 1 || h < 1)
        return 1;
    int *wide = malloc(w * sizeof *wide), *high = malloc(h * sizeof *high);
    if (!wide || !high)
        return 1;
    for (int i = 0; i < w; i++)
        wide[i] = 3 * i + N;
    for (int i = 0; i < h; i++)
        high[i] = 5 * i + N;
    for (int i = 0; i < w; i++)
        printf("%d ", wide[i]);
    for (int i = 0; i < h; i++)
        printf("%d ", high[i]);
    free(wide);
    free(high);
    return 0;
}
