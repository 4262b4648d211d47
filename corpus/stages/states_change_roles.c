/*
 * Dye in a dish: two states that change roles after each step, and the fluxes through the sides of
 * its cells. All of them are freed at the end.
 *
 * Expected:
 *   across   one value
 *   down     two rows
 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    const int h = argc > 1 ? atoi(argv[1]) : 24;
    const int w = argc > 2 ? atoi(argv[2]) : 30;
    const int steps = argc > 3 ? atoi(argv[3]) : 9;
    if (h < 2 || w < 2 || steps < 1) {
        fprintf(stderr, "usage: %s [rows columns steps]\n", argv[0]);
        return 1;
    }
    double *now = calloc((size_t)h * w, sizeof *now);
    double *next = calloc((size_t)h * w, sizeof *next);
    double *across = malloc((size_t)h * w * sizeof *across);
    double *down = malloc((size_t)h * w * sizeof *down);
    if (!now || !next || !across || !down)
        return 1;

    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            now[y * w + x] = (y * 13 + x * 7) % 11;
    for (int t = 0; t < steps; t++) {
        double most = 0;
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w - 1; x++)
                across[y * w + x] = 0.1 * (now[y * w + x] - now[y * w + x + 1]);
        for (int y = 0; y < h - 1; y++)
            for (int x = 0; x < w; x++)
                down[y * w + x] = 0.1 * (now[y * w + x] - now[(y + 1) * w + x]);
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++) {
                double change = across[y * w + x - 1] - across[y * w + x]
                    + down[(y - 1) * w + x] - down[y * w + x];
                next[y * w + x] = now[y * w + x] + change;
                if (change > most)
                    most = change;
            }
        double *swap = now;
        now = next;
        next = swap;
        if (t % 3 == 2)
            printf("step %d: %a\n", t, most);
    }
    printf("%a %a\n", now[h / 2 * w + w / 2], now[0]);
    free(now);
    free(next);
    free(across);
    free(down);
    return 0;
}
