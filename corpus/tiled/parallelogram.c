/*
 * Three-point Jacobi in tiles that lean to the left by one cell per step and are
 * executed from left to right. What the next tiles need is copied out of the
 * tile when it is done: its last two columns, and its last row.
 *
 * Bhaskaracharya, Bondhugula, Cohen: "Automatic Storage Optimization for
 * Arrays", Section 5: stencil-1d-pllgm-tile.
 *
 * Expected:
 *   tile   3B - 2 cells along t - i; all of B*B by a modulo per dimension
 *   edge   stays: it goes from tile to tile
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#ifndef N
#define N 41 /* cells */
#endif
#ifndef BANDS
#define BANDS 3 /* of B steps */
#endif
#ifndef B
#define B 16 /* steps and cells of a tile; at least 3 */
#endif

static void kernel(const double start[N], double finish[N])
{
    static double line[N];
    double edge[B][2];

    for (int i = 0; i < N; i++)
        line[i] = start[i];

    for (int band = 0; band < BANDS; band++) {
        for (int t = 0; t < B; t++)
            edge[t][0] = edge[t][1] = 0;

        for (int base = 0; base < N + B - 1; base += B) {
            double tile[B][B];

            for (int t = 0; t < B; t++)
                for (int i = 0; i < B; i++) {
                    const int cell = base + i - t;

                    if (cell < 1 || cell > N - 2)
                        tile[t][i] = cell <= 0 ? 0.25 : 0.75;
                    else if (t == 0)
                        tile[t][i] = 0.29 * line[cell - 1] + 0.43 * line[cell] + 0.27 * line[cell + 1];
                    else
                        tile[t][i] = 0.29 * (i >= 2 ? tile[t - 1][i - 2] : edge[t - 1][i])
                                   + 0.43 * (i >= 1 ? tile[t - 1][i - 1] : edge[t - 1][1])
                                   + 0.27 * tile[t - 1][i];
                }

            for (int t = 0; t < B; t++) {
                edge[t][0] = tile[t][B - 2];
                edge[t][1] = tile[t][B - 1];
            }
            for (int i = 0; i < B; i++)
                if (base + i - (B - 1) >= 0 && base + i - (B - 1) < N)
                    line[base + i - (B - 1)] = tile[B - 1][i];
        }
    }

    for (int i = 0; i < N; i++)
        finish[i] = line[i];
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
