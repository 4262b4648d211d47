/*
 * Rows of a map that become even, and a row that becomes flat. `#if 0` leaves out lines between
 * the stages and in them; one part of a test calls a function; a length has a `!`.
 *
 * Expected:
 *   even  2 rows
 *   flat  1 element
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef H
#define H 12 /* rows */
#endif
#ifndef W
#define W 9 /* columns */
#endif

static void level(const float *restrict map, float *restrict even, int h, int w)
{
#if 0
    printf("level %d %d\n", h, w);
#endif
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
#if 0
            if (map[y * w + x] < 0)
                break; /* that's below the sea */
#endif
            even[y * w + x] = 0.5f * map[y * w + x] + 1;
        }
}

/* An odd number of samples: `n`, or one more. */
static void sample(const float *restrict row, float *restrict flat, int n)
{
    const int count = n + !(n & 1);

    for (int i = 0; i < count; i++)
        flat[i] = row[i] < 2 ? row[i] : 2;
}

static double slopes(const float *restrict map, const char *unit, int h, int w)
{
    float *even = malloc(sizeof *even * h * w);
    double sum = 0;

    if (h < 2 || w < 1 || !even)
        return 0;
    level(map, even, h, w);
#if 0
    for (int i = 0; i < h * w; i++) {
        printf("%g\n", even[i]);
#ifdef STOP
        exit(1);
#else
    }
#endif
#endif
    /* Where it rises. */
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            if (y > 0 && strcmp(unit, "m") == 0)
                sum += even[y * w + x] - even[(y - 1) * w + x];
    free(even);
    return sum;
}

static double mean(const float *restrict row)
{
    float flat[9];
    double sum = 0;

    sample(row, flat, 8);
    for (int i = 0; i < 9; i++)
        sum += sum * 0.5 + flat[i];
    return sum / 9;
}

static float map[H * W + 9];

int main(void)
{
    for (size_t i = 0; i < sizeof map / sizeof *map; i++)
        map[i] = (float)(i * 37 % 101) * 0.25f;
    printf("%g %g %g\n", slopes(map, "m", H, W), slopes(map, "ft", H, W), mean(map));
    return 0;
}
