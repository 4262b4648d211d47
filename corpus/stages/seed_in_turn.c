/*
 * Layers of noise, each with a seed of its own: an argument that changes an object becomes an
 * object before the body of the stage.
 *
 * Expected:
 *   noise, ridge  1
 */
#include <stdio.h>
#include <stdlib.h>

static void make_noise(float *noise, int n, unsigned seed)
{
    for (int i = 0; i < n; i++)
        noise[i] = (seed * 7 + i) % 13;
}

static void fold_back(const float *noise, float *ridge, int n)
{
    for (int i = 0; i < n; i++)
        ridge[i] = 1 - noise[i];
}

static float layers(int n, unsigned seed)
{
    float sum = 0;

    for (int cell = n / 4; cell >= 4; cell /= 2) {
        float *noise = malloc(n * sizeof *noise), *ridge = malloc(n * sizeof *ridge);

        if (!noise || !ridge)
            exit(1);
        make_noise(noise, n, seed++);
        fold_back(noise, ridge, n);
        for (int i = 0; i < n; i++)
            sum += ridge[i] * cell;
        free(noise);
        free(ridge);
    }
    return sum + seed;
}

int main(void)
{
    printf("%g\n", layers(100, 3));
    return 0;
}
