/*
 * Macros that name an array and the line, or count their uses: where an invocation is written
 * out, `__LINE__` stays a name, and the invocation stays what it is where that cannot be.
 *
 * Expected:
 *   noted    3w    each use another text: written out with `__LINE__`
 *   counting stays it would use up a number of `__COUNTER__`
 */
#include <stdio.h>

#ifndef N
#define N 14
#endif

static int note(int line, int value)
{
    return value + line % 5;
}

#define NOTED(a, y, x) note(__LINE__, a[y][x])
#define COUNTED(a, y, x) note(__COUNTER__, a[y][x])

static int noted(int h, int w, const int in[h][w])
{
    int rows[h][w], sum = 0;

    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            rows[y][x] = in[y][x] + 2;
        for (int x = 0; x < w && y >= 2; x++) {
            sum += NOTED(rows, y - 2, x) - NOTED(rows, y - 1, x);
            sum += NOTED(in, y, x) + rows[y][x];
        }
    }
    return sum;
}

static int counting(int h, int w, const int in[h][w])
{
    int rows[h][w], sum = 0;

    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            rows[y][x] = in[y][x] + 2;
        for (int x = 0; x < w && y >= 2; x++)
            sum += COUNTED(rows, y - 2, x) - COUNTED(rows, y - 1, x) + COUNTED(in, y, x) * rows[y][x];
    }
    return sum + __COUNTER__;
}

int main(void)
{
    static int in[N][N];

    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            in[y][x] = (y * 31 + x * 17) % 23;
    printf("noted %d\n", noted(N, N, (const int (*)[N])in));
    printf("counting %d, then %d\n", counting(N, N, (const int (*)[N])in), __COUNTER__);
    return 0;
}
