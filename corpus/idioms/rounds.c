/*
 * A message schedule as SHA-1 has it, forty of its rounds written out: subscripts
 * are numbers. Each word is needed for sixteen rounds.
 *
 * Expected:
 *   w   40 -> 16 words, w[t % 16] with the remainders worked out
 */
#include <stdint.h>
#include <stdio.h>

#define ROTATE(x, n) ((x) << (n) | (x) >> (32 - (n)))
#define STEP(mixed, k, word)                               \
    f = ROTATE(a, 5) + (mixed) + e + (k) + (word);         \
    e = d, d = c, c = ROTATE(b, 30), b = a, a = f

static void block(const uint32_t message[16], uint32_t state[5])
{
    uint32_t w[40];
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f;

    w[0] = message[0];
    STEP((b & c) | (~b & d), 0x5a827999u, w[0]);
    w[1] = message[1];
    STEP((b & c) | (~b & d), 0x5a827999u, w[1]);
    w[2] = message[2];
    STEP((b & c) | (~b & d), 0x5a827999u, w[2]);
    w[3] = message[3];
    STEP((b & c) | (~b & d), 0x5a827999u, w[3]);
    w[4] = message[4];
    STEP((b & c) | (~b & d), 0x5a827999u, w[4]);
    w[5] = message[5];
    STEP((b & c) | (~b & d), 0x5a827999u, w[5]);
    w[6] = message[6];
    STEP((b & c) | (~b & d), 0x5a827999u, w[6]);
    w[7] = message[7];
    STEP((b & c) | (~b & d), 0x5a827999u, w[7]);
    w[8] = message[8];
    STEP((b & c) | (~b & d), 0x5a827999u, w[8]);
    w[9] = message[9];
    STEP((b & c) | (~b & d), 0x5a827999u, w[9]);
    w[10] = message[10];
    STEP((b & c) | (~b & d), 0x5a827999u, w[10]);
    w[11] = message[11];
    STEP((b & c) | (~b & d), 0x5a827999u, w[11]);
    w[12] = message[12];
    STEP((b & c) | (~b & d), 0x5a827999u, w[12]);
    w[13] = message[13];
    STEP((b & c) | (~b & d), 0x5a827999u, w[13]);
    w[14] = message[14];
    STEP((b & c) | (~b & d), 0x5a827999u, w[14]);
    w[15] = message[15];
    STEP((b & c) | (~b & d), 0x5a827999u, w[15]);
    w[16] = ROTATE(w[13] ^ w[8] ^ w[2] ^ w[0], 1);
    STEP((b & c) | (~b & d), 0x5a827999u, w[16]);
    w[17] = ROTATE(w[14] ^ w[9] ^ w[3] ^ w[1], 1);
    STEP((b & c) | (~b & d), 0x5a827999u, w[17]);
    w[18] = ROTATE(w[15] ^ w[10] ^ w[4] ^ w[2], 1);
    STEP((b & c) | (~b & d), 0x5a827999u, w[18]);
    w[19] = ROTATE(w[16] ^ w[11] ^ w[5] ^ w[3], 1);
    STEP((b & c) | (~b & d), 0x5a827999u, w[19]);
    w[20] = ROTATE(w[17] ^ w[12] ^ w[6] ^ w[4], 1);
    STEP(b ^ c ^ d, 0x6ed9eba1u, w[20]);
    w[21] = ROTATE(w[18] ^ w[13] ^ w[7] ^ w[5], 1);
    STEP(b ^ c ^ d, 0x6ed9eba1u, w[21]);
    w[22] = ROTATE(w[19] ^ w[14] ^ w[8] ^ w[6], 1);
    STEP(b ^ c ^ d, 0x6ed9eba1u, w[22]);
    w[23] = ROTATE(w[20] ^ w[15] ^ w[9] ^ w[7], 1);
    STEP(b ^ c ^ d, 0x6ed9eba1u, w[23]);
    w[24] = ROTATE(w[21] ^ w[16] ^ w[10] ^ w[8], 1);
    STEP(b ^ c ^ d, 0x6ed9eba1u, w[24]);
    w[25] = ROTATE(w[22] ^ w[17] ^ w[11] ^ w[9], 1);
    STEP(b ^ c ^ d, 0x6ed9eba1u, w[25]);
    w[26] = ROTATE(w[23] ^ w[18] ^ w[12] ^ w[10], 1);
    STEP(b ^ c ^ d, 0x6ed9eba1u, w[26]);
    w[27] = ROTATE(w[24] ^ w[19] ^ w[13] ^ w[11], 1);
    STEP(b ^ c ^ d, 0x6ed9eba1u, w[27]);
    w[28] = ROTATE(w[25] ^ w[20] ^ w[14] ^ w[12], 1);
    STEP(b ^ c ^ d, 0x6ed9eba1u, w[28]);
    w[29] = ROTATE(w[26] ^ w[21] ^ w[15] ^ w[13], 1);
    STEP(b ^ c ^ d, 0x6ed9eba1u, w[29]);
    w[30] = ROTATE(w[27] ^ w[22] ^ w[16] ^ w[14], 1);
    STEP(b ^ c ^ d, 0x6ed9eba1u, w[30]);
    w[31] = ROTATE(w[28] ^ w[23] ^ w[17] ^ w[15], 1);
    STEP(b ^ c ^ d, 0x6ed9eba1u, w[31]);
    w[32] = ROTATE(w[29] ^ w[24] ^ w[18] ^ w[16], 1);
    STEP(b ^ c ^ d, 0x6ed9eba1u, w[32]);
    w[33] = ROTATE(w[30] ^ w[25] ^ w[19] ^ w[17], 1);
    STEP(b ^ c ^ d, 0x6ed9eba1u, w[33]);
    w[34] = ROTATE(w[31] ^ w[26] ^ w[20] ^ w[18], 1);
    STEP(b ^ c ^ d, 0x6ed9eba1u, w[34]);
    w[35] = ROTATE(w[32] ^ w[27] ^ w[21] ^ w[19], 1);
    STEP(b ^ c ^ d, 0x6ed9eba1u, w[35]);
    w[36] = ROTATE(w[33] ^ w[28] ^ w[22] ^ w[20], 1);
    STEP(b ^ c ^ d, 0x6ed9eba1u, w[36]);
    w[37] = ROTATE(w[34] ^ w[29] ^ w[23] ^ w[21], 1);
    STEP(b ^ c ^ d, 0x6ed9eba1u, w[37]);
    w[38] = ROTATE(w[35] ^ w[30] ^ w[24] ^ w[22], 1);
    STEP(b ^ c ^ d, 0x6ed9eba1u, w[38]);
    w[39] = ROTATE(w[36] ^ w[31] ^ w[25] ^ w[23], 1);
    STEP(b ^ c ^ d, 0x6ed9eba1u, w[39]);

    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
}

int main(void)
{
    uint32_t message[16], state[5] = {0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u, 0xc3d2e1f0u};

    for (int turn = 0; turn < 3; turn++) {
        for (int i = 0; i < 16; i++)
            message[i] = 0x9e3779b9u * (uint32_t)(16 * turn + i + 1);
        block(message, state);
    }
    for (int i = 0; i < 5; i++)
        printf("%08x\n", (unsigned)state[i]);
    return 0;
}
