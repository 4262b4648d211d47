/*
 * Three-point Jacobi in hexagons: diamonds with FLAT more cells in each row, the
 * shape that is chosen for accelerators. A tile grows for B steps and shrinks
 * for B steps; what the tiles above need is copied out at its end.
 *
 * Expected:
 *   tile   less than the box: the upper rim and what a row needs of the one
 *          below
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#ifndef N
#define N 31 /* cells */
#endif
#ifndef PHASES
#define PHASES 5 /* the last row of tiles reaches step B * PHASES - 1 */
#endif
#ifndef B
#define B 4 /* half of the steps of a tile */
#endif
#ifndef FLAT
#define FLAT 3 /* cells of the first row, less one */
#endif

#define LAST (B * PHASES - 1)
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
/* how far row t of a tile reaches to both sides of its first row */
#define REACH(t) MIN(t, 2 * B - 1 - (t))
/* whether the tile has the cell that stands beside cell i of row t */
#define INSIDE(t, i) ((t) >= 0 && (i) >= B - 1 - REACH(t) && (i) <= B - 1 + FLAT + REACH(t))

static void kernel(const double start[N], double finish[N])
{
    static double line[2][N];

    for (int i = 0; i < N; i++)
        line[0][i] = line[1][i] = start[i];

    for (int phase = 0; phase <= PHASES; phase++)
        for (int k = 0; k <= N / (2 * (B + FLAT)) + 1; k++) {
            double tile[2 * B][2 * B - 1 + FLAT];
            const int step = (phase - 1) * B;
            const int base = k * (2 * (B + FLAT)) - (phase % 2) * (B + FLAT) - (B - 1);

            for (int t = MAX(0, 1 - step); t < MIN(2 * B, LAST + 1 - step); t++)
                for (int i = MAX(B - 1 - REACH(t), 1 - base); i <= MIN(B - 1 + FLAT + REACH(t), N - 2 - base); i++) {
                    double left, here, right;

                    left = INSIDE(t - 1, i - 1) && base + i - 1 >= 1 && step + t >= 2
                        ? tile[t - 1][i - 1] : line[(step + t + 1) % 2][base + i - 1];
                    here = INSIDE(t - 1, i) && step + t >= 2
                        ? tile[t - 1][i] : line[(step + t + 1) % 2][base + i];
                    right = INSIDE(t - 1, i + 1) && base + i + 1 <= N - 2 && step + t >= 2
                        ? tile[t - 1][i + 1] : line[(step + t + 1) % 2][base + i + 1];
                    tile[t][i] = 0.29 * left + 0.43 * here + 0.27 * right;
                }

            /* what the next tiles need: two cells at both ends of the upper rows */
            for (int t = MAX(B - 1, 1 - step); t < MIN(2 * B, LAST + 1 - step); t++)
                for (int i = MAX(B - 1 - REACH(t), 1 - base); i <= MIN(B - 1 + FLAT + REACH(t), N - 2 - base); i++)
                    if (i <= B - REACH(t) || i >= B - 2 + FLAT + REACH(t) || t == 2 * B - 1 || step + t == LAST)
                        line[(step + t) % 2][base + i] = tile[t][i];
        }

    for (int i = 0; i < N; i++)
        finish[i] = line[LAST % 2][i];
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
