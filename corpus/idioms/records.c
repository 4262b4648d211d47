/* One scratch array in two phases with records of different lengths: which records overlap is a question of
 * remainders modulo 35, of which there are many cases. */
#include <stdio.h>

#ifndef N
#define N 12
#endif

static unsigned in[N * 8], sums[N], peaks[2 * N];

static void records(void)
{
    unsigned scratch[N * 9];

    for (int i = 0; i < N; i++) {
        scratch[i * 7] = (in[i * 7] + 5) * 3;
        scratch[i * 7 + 1] = (in[i * 7 + 1] + 6) * 2;
        scratch[i * 7 + 2] = (in[i * 7 + 2] + 7) * 12;
        scratch[i * 7 + 3] = (in[i * 7 + 3] + 8) * 5;
        scratch[i * 7 + 4] = (in[i * 7 + 4] + 9) * 8;
        scratch[i * 7 + 5] = (in[i * 7 + 5] + 10) * 4;
        scratch[i * 7 + 6] = (in[i * 7 + 6] + 11) * 3;
    }
    for (int i = 0; i < N; i++)
        sums[i] = scratch[i * 7] + scratch[i * 7 + 1] + scratch[i * 7 + 2] + scratch[i * 7 + 3]
                  + scratch[i * 7 + 4] + scratch[i * 7 + 5] + scratch[i * 7 + 6];

    for (int i = 0; i < 2 * N; i++) {
        scratch[i * 3] = (in[i * 3] + 2) * 3;
        scratch[i * 3 + 1] = (in[i * 3 + 1] + 2) * 7;
        scratch[i * 3 + 2] = (in[i * 3 + 2] + 7) * 3;
    }
    for (int i = 0; i < 2 * N; i++)
        peaks[i] = scratch[i * 3] ^ scratch[i * 3 + 1] ^ scratch[i * 3 + 2];
}

int main(void)
{
    for (int i = 0; i < N * 8; i++)
        in[i] = (unsigned)i * 2654435761u >> 9;
    records();
    for (int i = 0; i < N; i++)
        printf("%u %u %u\n", sums[i], peaks[2 * i], peaks[2 * i + 1]);
    return 0;
}
