/* Stages that make arrays are called in one test, and the first one that fails ends it. Rows of a
   square image are computed in one loop, and used element by element in the next. */
#include <stdio.h>
#include <stdlib.h>

static int size = 48;

static float *waves(int n)
{
    float *out = malloc(sizeof *out * n * n);
    if (!out)
        return NULL;
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++)
            out[y * n + x] = (x * 7 + y * 3) % 16 / 4.0f;
    return out;
}

static float *ridges(const float *in, int n)
{
    float *out = malloc(sizeof *out * n * n);
    if (!out)
        return NULL;
    for (int i = 0; i < n * n; i++)
        out[i] = in[i] > 2 ? 4 - in[i] : in[i];
    return out;
}

static float *squares(const float *in, int n)
{
    float *out = malloc(sizeof *out * n * n);
    if (!out)
        return NULL;
    for (int i = 0; i < n * n; i++)
        out[i] = in[i] * in[i];
    return out;
}

static int relief(int n, float *restrict result)
{
    float *ground = NULL, *hills = NULL, *steep = NULL;
    int status = 1;

    if (!(ground = waves(n)) || !(hills = ridges(ground, n)) || !(steep = squares(hills, n)))
        goto done;
    for (int i = 0; i < n * n; i++)
        result[i] = steep[i] + 1;
    status = 0;
done:
    free(steep);
    free(hills);
    free(ground);
    return status;
}

int main(void)
{
    float *result = malloc(sizeof *result * size * size);
    double sum = 0;

    if (!result || relief(size, result))
        return 1;
    for (int i = 0; i < size * size; i++)
        sum += result[i] * (i % 9);
    printf("%.4f\n", sum);
    free(result);
    return 0;
}
