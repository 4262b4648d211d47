/*
 * Three-point Jacobi in overlapping tiles: a tile loads its part of the line and
 * a halo that is as wide as the steps it takes, and loses one cell of it on both
 * sides in each step. Every step has a row of its own.
 *
 * Expected:
 *   tile   2 rows; one row and two cells along i - t
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#ifndef N
#define N 29 /* cells */
#endif
#ifndef BANDS
#define BANDS 3 /* bands of STEPS steps */
#endif
#ifndef STEPS
#define STEPS 4 /* of a tile */
#endif
#ifndef CELLS
#define CELLS 8 /* of a tile, without the halo */
#endif

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static void kernel(const double start[N], double finish[N])
{
    static double line[2][N];

    for (int i = 0; i < N; i++)
        line[0][i] = start[i];

    for (int band = 0; band < BANDS; band++) {
        for (int base = 0; base < N; base += CELLS) {
            double tile[STEPS + 1][CELLS + 2 * STEPS];

            for (int i = MAX(base - STEPS, 0); i < MIN(base + CELLS + STEPS, N); i++)
                tile[0][i - base + STEPS] = line[band % 2][i];

            for (int t = 1; t <= STEPS; t++)
                for (int i = MAX(base - STEPS + t, 0); i < MIN(base + CELLS + STEPS - t, N); i++)
                    if (i == 0 || i == N - 1)
                        tile[t][i - base + STEPS] = tile[t - 1][i - base + STEPS];
                    else
                        tile[t][i - base + STEPS] = 0.29 * tile[t - 1][i - base + STEPS - 1]
                                                  + 0.43 * tile[t - 1][i - base + STEPS]
                                                  + 0.27 * tile[t - 1][i - base + STEPS + 1];

            for (int i = base; i < MIN(base + CELLS, N); i++)
                line[(band + 1) % 2][i] = tile[STEPS][i - base + STEPS];
        }
    }

    for (int i = 0; i < N; i++)
        finish[i] = line[BANDS % 2][i];
}

static uint32_t state = 12345u;

static uint32_t noise(void)
{
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

static uint64_t fnv(uint64_t hash, const void *data, size_t bytes)
{
    const unsigned char *p = data;

    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ p[i]) * 1099511628211u;
    return hash;
}

static double start[N];
static double finish[N];

int main(void)
{
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < sizeof start / sizeof(double); i++)
        ((double *)start)[i] = noise() / 16777216.0;

    kernel(start, finish);

    hash = fnv(hash, finish, sizeof finish);
    printf("checksum %016" PRIx64 "\n", hash);
    return 0;
}
