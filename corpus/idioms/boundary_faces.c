/*
 * One nest for the interior and the faces of a box, told apart by an `if` over six conditions. The
 * whole history is declared, two steps of it are alive.
 *
 * Expected:
 *   heat    two boxes
 *   sound   two boxes; the faces mirror their neighbours
 */
#include <stdio.h>

#ifndef STEPS
#define STEPS 6
#endif
#ifndef SIDE
#define SIDE 7
#endif

static double diffusion(int steps)
{
    static double heat[STEPS + 1][SIDE][SIDE][SIDE];
    double total = 0;

    for (int z = 0; z < SIDE; z++)
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < SIDE; x++)
                heat[0][z][y][x] = (2 * z + 3 * y + 5 * x) % 13;
    for (int s = 0; s < steps; s++)
        for (int z = 0; z < SIDE; z++)
            for (int y = 0; y < SIDE; y++)
                for (int x = 0; x < SIDE; x++)
                    if (z == 0 || y == 0 || x == 0 || z == SIDE - 1 || y == SIDE - 1
                        || x == SIDE - 1)
                        heat[s + 1][z][y][x] = heat[s][z][y][x];
                    else
                        heat[s + 1][z][y][x] = 0.4 * heat[s][z][y][x]
                            + 0.1 * (heat[s][z + 1][y][x] + heat[s][z - 1][y][x])
                            + 0.1 * (heat[s][z][y + 1][x] + heat[s][z][y - 1][x])
                            + 0.1 * (heat[s][z][y][x + 1] + heat[s][z][y][x - 1]);
    for (int z = 0; z < SIDE; z++)
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < SIDE; x++)
                total += heat[steps][z][y][x] * (x + 2 * y + 3 * z);
    return total;
}

static double waves(int n)
{
    double sound[STEPS + 1][n][n];
    double loudest = 0;

    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++)
            sound[0][y][x] = (7 * y + x) % 5;
    for (int s = 1; s <= STEPS; s++)
        for (int y = 0; y < n; y++)
            for (int x = 0; x < n; x++) {
                if (y > 0 && y < n - 1 && x > 0 && x < n - 1)
                    sound[s][y][x] = 0.25 * (sound[s - 1][y - 1][x] + sound[s - 1][y + 1][x]
                        + sound[s - 1][y][x - 1] + sound[s - 1][y][x + 1]);
                else
                    sound[s][y][x] = 0.5 * sound[s - 1][n - 1 - y][n - 1 - x];
            }
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++)
            if (sound[STEPS][y][x] > loudest)
                loudest = sound[STEPS][y][x];
    return loudest;
}

int main(void)
{
    printf("%.12f %.12f\n", diffusion(STEPS), waves(SIDE + 2));
    return 0;
}
