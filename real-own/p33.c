#include <stdio.h>
#include <stdint.h>
/* Keccak-like permutation rounds with states per round */
#define ROUNDS 24
static uint64_t rotl(uint64_t x, unsigned n) { return n ? (x << n) | (x >> (64 - n)) : x; }
uint64_t permute(uint64_t seed)
{
    uint64_t st[ROUNDS + 1][25], c[ROUNDS][5], d[ROUNDS][5];
    for (int i = 0; i < 25; i++)
        st[0][i] = seed * (uint64_t)(i + 1) + (uint64_t)i;
    for (int r = 0; r < ROUNDS; r++) {
        for (int x = 0; x < 5; x++)
            c[r][x] = st[r][x] ^ st[r][x + 5] ^ st[r][x + 10] ^ st[r][x + 15] ^ st[r][x + 20];
        for (int x = 0; x < 5; x++)
            d[r][x] = c[r][(x + 4) % 5] ^ rotl(c[r][(x + 1) % 5], 1);
        for (int y = 0; y < 5; y++)
            for (int x = 0; x < 5; x++)
                st[r + 1][y * 5 + x] = rotl(st[r][y * 5 + x] ^ d[r][x], (unsigned)(x * 7 + y * 11 + r) % 64u);
    }
    uint64_t h = 0;
    for (int i = 0; i < 25; i++)
        h ^= st[ROUNDS][i];
    return h;
}
int main(void)
{
    printf("%016llx\n", (unsigned long long)permute(0x0123456789abcdefULL));
    return 0;
}
