/* The weights come from a function that is chosen at run time: nothing is known of their memory,
   and both loops read it. */
#include <stdio.h>
#include <stdlib.h>

#define COLUMNS 40

static float even[COLUMNS];

static float *fill(void)
{
    for (int j = 0; j < COLUMNS; j++)
        even[j] = 0.5f * (j % 3);
    return even;
}

static double roughness(float *(*weights)(void), int n)
{
    const float *w = weights();
    float (*t)[COLUMNS] = malloc(n * sizeof *t);
    double sum = 0;
    if (!t)
        exit(1);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < COLUMNS; j++)
            t[i][j] = w[j] * (i % 5);
    for (int i = 1; i < n; i++)
        for (int j = 0; j < COLUMNS; j++)
            sum += (t[i][j] - t[i - 1][j]) * w[j];
    free(t);
    return sum;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 30;
    printf("%.3f\n", roughness(fill, n));
    return 0;
}
