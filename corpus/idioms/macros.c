/* Sizes through macros of macros, alternatives under #if, accesses inside macro arguments. */
#include <stdio.h>

#define WIDTH 11
#define HALO 2
#define PADDED (WIDTH + 2 * HALO)
#define LAST (PADDED - 1)
#if WIDTH > 100
#define PASSES 8
#else
#define PASSES 5
#endif
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define SQUARE(x) ((x) * (x))

static void kernel(const double in[PADDED], double out[WIDTH])
{
    double pass[PASSES + 1][PADDED];
    double peak[WIDTH];

    for (int i = 0; i <= LAST; i++)
        pass[0][i] = in[i];
    for (int p = 1; p <= PASSES; p++)
        for (int i = 0; i < PADDED; i++) {
            if (i < HALO || i >= HALO + WIDTH)
                pass[p][i] = pass[p - 1][i];
            else
                pass[p][i] = 0.2 * (pass[p - 1][i - HALO] + 3.0 * pass[p - 1][i] + pass[p - 1][i + HALO]);
        }
    for (int i = 0; i < WIDTH; i++) {
        peak[i] = MAX(pass[PASSES][i + HALO], in[i]);
        out[i] = SQUARE(peak[i]);
    }
}

int main(void)
{
    double in[PADDED], out[WIDTH];
    for (int i = 0; i < PADDED; i++)
        in[i] = ((i * 29) % 13) / 13.0;
    kernel(in, out);
    for (int i = 0; i < WIDTH; i++)
        printf("%a\n", out[i]);
    return 0;
}
