/*
 * A blur of lines with numbers that go on from those of an earlier page, and may be near the
 * largest or the least int: no line before the first one has a number.
 *
 * Expected:
 *   across   3 rows
 */
#include <limits.h>
#include <stdio.h>

#define LINES 40
#define W 24

static void blur(int first, int lines, int in[restrict][W], int out[restrict][W])
{
    int across[LINES][W];

    for (int y = first; y < first + lines; y++)
        for (int x = 1; x < W - 1; x++)
            across[y - first][x] = in[y - first][x - 1] + in[y - first][x + 1];
    for (int y = first + 1; y < first + lines - 1; y++)
        for (int x = 1; x < W - 1; x++)
            out[y - first][x] = across[y - first - 1][x] + across[y - first + 1][x];
}

int main(void)
{
    static const int pages[] = { 0, INT_MAX - LINES, INT_MIN };
    static int in[LINES][W], out[LINES][W];
    unsigned sum = 0;
    for (int y = 0; y < LINES; y++)
        for (int x = 0; x < W; x++)
            in[y][x] = y * x % 17;
    for (int k = 0; k < 3; k++) {
        blur(pages[k], LINES - k, in, out);
        for (int y = 0; y < LINES; y++)
            for (int x = 0; x < W; x++)
                sum = sum * 31 + (unsigned)out[y][x];
    }
    printf("%u\n", sum);
    return 0;
}
