/* Rows of a ring are set twice and read once, from the last to the first; what is left of the table beside it
 * is never read, for its condition never holds. */
#include <stdio.h>

#ifndef N
#define N 5
#endif

static unsigned in[256], out[64 * 64];

static void columns(void)
{
    unsigned ring[3][N + 3];
    unsigned table[N + 1][N + 3];

    for (int i = N; i > -1; i--)
        for (int j = i + 2; j >= i; j--) {
            table[i][j] = in[3 * i + 46] + 5u;
            ring[i % 3][j] = in[2 * i + 47] * (i > 2 && (i == 2 || i <= 1) ? table[i][j] : 3u);
            ring[(i + 2) % 3][j] = in[3 * j + 52];
            out[25 * i + 5 * j + 9] ^= in[2 * i + j + 51] * ring[i % 3][j];
        }
}

int main(void)
{
    for (int x = 0; x < 256; x++)
        in[x] = (unsigned)x * 2654435761u >> 7;
    columns();
    for (int x = 0; x < 40; x++)
        printf("%u\n", out[x]);
    return 0;
}
