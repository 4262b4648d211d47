/* Counters far from zero in types that wrap, and in the widest one. */
#include <limits.h>
#include <stddef.h>
#include <stdio.h>

#define STEPS 20

static int out[STEPS];

/* Without a sign: differences are small, multiples of the counters wrap. */
static void no_sign(unsigned from)
{
    int t[2 * STEPS][4];

    for (unsigned y = from; y < from + STEPS; y++) {
        for (int j = 0; j < 4; j++)
            t[2 * (y - from)][j] = (int)(y - from) * j;
        if (y > from)
            for (int j = 0; j < 4; j++)
                out[y - from] += t[2 * (y - from)][j] + t[2 * (y - from) - 2][3 - j];
    }
}

static void size(size_t from)
{
    int t[2 * STEPS][4];

    for (size_t y = from; y < from + STEPS; y++) {
        for (int j = 0; j < 4; j++)
            t[2 * (y - from)][j] = (int)(y - from) * j + 1;
        if (y > from)
            for (int j = 0; j < 4; j++)
                out[y - from] += t[2 * (y - from)][j] - t[2 * (y - from) - 2][3 - j];
    }
}

static void longest(long from)
{
    int t[2 * STEPS][4];

    for (long y = from; y < from + STEPS; y++) {
        for (int j = 0; j < 4; j++)
            t[2 * (y - from)][j] = (int)(y - from) * j + 2;
        if (y > from)
            for (int j = 0; j < 4; j++)
                out[y - from] += t[2 * (y - from)][j] + t[2 * (y - from) - 2][3 - j];
    }
}

/* An `int` that counts, and a `long` that says from where. */
static void mixed(long from)
{
    int t[STEPS][4];

    for (int y = 0; y < STEPS; y++) {
        for (int j = 0; j < 4; j++)
            t[y + from][j] = y * j + 2;
        if (y > 0)
            for (int j = 0; j < 4; j++)
                out[y] -= t[y + from][j] + t[y + from - 1][3 - j];
    }
}

/* Rows without a sign and columns with one. */
static void both_signs(void)
{
    int t[STEPS][STEPS];

    for (unsigned y = 0; y < STEPS; y++)
        for (int x = 0; x < STEPS; x++) {
            t[y][x] = (int)y * x % 5;
            if (y >= 1 && x >= 1)
                out[y] += t[y - 1][x - 1] + t[y][x - 1];
        }
}

static void narrow(short from)
{
    int t[STEPS][4];

    for (short y = from; y < from + STEPS; y++) {
        for (int j = 0; j < 4; j++)
            t[y - from][j] = (y - from) * j + 3;
        if (y > from)
            for (int j = 0; j < 4; j++)
                out[y - from] += t[y - from][j] + t[y - from - 1][3 - j];
    }
}

static void bytes(void)
{
    int t[STEPS][4];

    for (unsigned char y = 235; y < 255; y++) {
        for (int j = 0; j < 4; j++)
            t[y - 235][j] = (y - 235) * j + 3;
        if (y > 235)
            for (int j = 0; j < 4; j++)
                out[y - 235] += t[y - 235][j] - t[y - 236][3 - j];
    }
}

int main(void)
{
    no_sign(0);
    no_sign(1500000000u);
    no_sign(UINT_MAX - STEPS);
    size(5000000000u);
    size((size_t)-1 - STEPS);
    longest(LONG_MAX - STEPS);
    longest(LONG_MIN);
    mixed(0);
    both_signs();
    narrow(SHRT_MAX - STEPS);
    narrow(SHRT_MIN);
    bytes();
    for (int i = 0; i < STEPS; i++)
        printf("%d%c", out[i], i + 1 < STEPS ? ' ' : '\n');
    return 0;
}
