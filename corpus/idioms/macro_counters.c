/* Counters without sign and narrow counters below bounds that are macros: the values of the macros are asserted. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define ROWS 40
#define COLS 30
#define TAPS (ROWS + 10)
#define STATES 3

static float in[ROWS][COLS], out[ROWS][COLS];

static void sizes(void)
{
    float t[ROWS][COLS];
    for (size_t y = 0; y < ROWS; y++) {
        for (size_t x = 0; x < COLS; x++)
            t[y][x] = in[y][x] * 2;
        for (size_t x = 0; x < COLS; x++)
            out[y][x] += t[y][x];
    }
}

static void narrow(void)
{
    float t[ROWS][COLS];
    for (uint8_t y = 0; y < ROWS; y++) {
        for (unsigned short x = 0; x < COLS; ++x)
            t[y][x] = in[y][x] + 1;
        for (signed char x = 0; x != COLS; ++x)
            out[y][x] += t[y][x] + (y ? t[y - 1][x] : 0);
    }
}

static void downwards(void)
{
    float t[TAPS][COLS];
    for (unsigned y = TAPS; y-- > 0;) {
        for (size_t x = COLS - 1; x-- > 0;)
            t[y][x] = in[y % ROWS][x] * y;
        for (unsigned char x = 0; x < COLS - 1; x += 2)
            out[y % ROWS][x] -= t[y][x];
    }
}

/* The guard keeps the size positive. */
static float best(int n)
{
    float score[100][STATES > 0 ? STATES + 1 : 1];
    for (int j = 0; j <= STATES; j++)
        score[0][j] = in[0][j];
    for (int i = 1; i < n; i++)
        for (int j = 0; j <= STATES; j++)
            score[i][j] = score[i - 1][j] * 0.5f + in[i % ROWS][j];
    return score[n - 1][STATES];
}

int main(void)
{
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLS; x++)
            in[y][x] = (y * 7 + x * 3) % 11;
    sizes();
    narrow();
    downwards();
    printf("%.9g\n", best(100));
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLS; x++)
            printf("%.9g\n", out[y][x]);
    return 0;
}
