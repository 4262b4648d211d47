/*
 * Three-point Jacobi on a ring, in hexagons: diamonds with FLAT more cells in
 * each row, the shape that is chosen for accelerators. What the tiles above need
 * is copied out at the end of a tile.
 *
 * Bhaskaracharya, Bondhugula, Cohen: "Automatic Storage Optimization for
 * Arrays", Section 5: stencil-1d-hex-tile.
 *
 * Expected:
 *   u   the upper rim and one row, instead of the whole tile
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#ifndef N
#define N 4 /* tiles side by side */
#endif
#ifndef PHASES
#define PHASES 5 /* rows of tiles */
#endif
#ifndef B
#define B 4 /* half of the steps of a tile */
#endif
#ifndef FLAT
#define FLAT 3 /* cells of the first row, less one */
#endif

#define CELLS ((2 * (B + FLAT)) * N)
#define LAST (B * PHASES - 1)
#define RING(i) (((i) + CELLS) % CELLS)

/* line[s % 2] holds step s where tiles have handed it over */
static double line[2][CELLS];

/* a tile that starts at step first; before step 1 and after the last one nothing changes */
static void tile(int first, int base, double finish[CELLS])
{
    double u[2 * B + 1][2 * B + 3 + FLAT];

    /* grow; the tiles below have two cells at both ends of the row before */
    for (int i = B; i <= B + 2 + FLAT; i++)
        u[0][i] = line[(first + 2 * B) % 2][RING(base + i)];
    for (int t = 0; t < B; t++) {
        if (t > 0)
            for (int i = 0; i < 2; i++) {
                u[t][B - t + i] = line[(first + t + 2 * B) % 2][RING(base + B - t + i)];
                u[t][B + 1 + FLAT + t + i] = line[(first + t + 2 * B) % 2][RING(base + B + 1 + FLAT + t + i)];
            }
        for (int i = B + 1 - t; i <= B + 1 + FLAT + t; i++)
            if (first + t >= 0 && first + t < LAST)
                u[t + 1][i] = 0.29 * u[t][i - 1] + 0.43 * u[t][i] + 0.27 * u[t][i + 1];
            else
                u[t + 1][i] = u[t][i];
    }

    /* shrink */
    u[B][1] = line[(first + 3 * B) % 2][RING(base + 1)];
    u[B][2 * B + 1 + FLAT] = line[(first + 3 * B) % 2][RING(base + 2 * B + 1 + FLAT)];
    for (int t = B; t < 2 * B; t++)
        for (int i = t - B + 2; i <= 3 * B + FLAT - t; i++)
            if (first + t >= 0 && first + t < LAST)
                u[t + 1][i] = 0.29 * u[t][i - 1] + 0.43 * u[t][i] + 0.27 * u[t][i + 1];
            else
                u[t + 1][i] = u[t][i];

    /* what the tiles above need: two cells at both ends of the upper rows */
    line[(first + 3 * B) % 2][RING(base + 2)] = u[B][2];
    line[(first + 3 * B) % 2][RING(base + 2 * B + FLAT)] = u[B][2 * B + FLAT];
    for (int t = B; t < 2 * B; t++) {
        for (int i = t - B + 2; i <= 3 * B + FLAT - t; i++)
            if (i <= t - B + 3 || i >= 3 * B + FLAT - t - 1 || t == 2 * B - 1)
                line[(first + t + 1 + 2 * B) % 2][RING(base + i)] = u[t + 1][i];
    }
    for (int t = 0; t < B; t++)
        if (first + t + 1 == LAST)
            for (int i = B + 1 - t; i <= B + 1 + FLAT + t; i++)
                finish[RING(base + i)] = u[t + 1][i];
    for (int t = B; t < 2 * B; t++)
        if (first + t + 1 == LAST)
            for (int i = t - B + 2; i <= 3 * B + FLAT - t; i++)
                finish[RING(base + i)] = u[t + 1][i];
}

static void kernel(const double start[CELLS], double finish[CELLS])
{
    for (int i = 0; i < CELLS; i++)
        line[0][i] = line[1][i] = start[i];

    for (int phase = -1; phase <= PHASES; phase++)
        for (int k = 0; k < N; k++)
            tile(phase * B, k * (2 * (B + FLAT)) + (phase & 1) * (B + FLAT) - B - 1, finish);
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

static double start[CELLS];
static double finish[CELLS];

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
