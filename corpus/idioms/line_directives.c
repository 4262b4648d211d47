/*
 * Lines that `#line` counts anew, as generators write them, and loops and subscripts whose ends
 * are such numbers: what counts is the number that the program sees.
 *
 * Expected:
 *   counted   rows 3w; ends by `__LINE__` after `#line 300`: u 24
 *   by_macro  rows 3w; the line is a macro's value: all that it decides stays
 *   named     1       `# 77 "name"`
 */
#include <stdio.h>

#ifndef N
#define N 14
#endif
#define FIRST 40

static int counted(int h, int w, const int in[h][w])
{
    int rows[h][w], u[100], v[100], sum = 0;

    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            rows[y][x] = in[y][x] + __LINE__;
#line 300
        if (y >= 2)
            for (int x = 0; x < w; x++)
                sum += rows[y - 2][x] + 3 * rows[y - 1][x] + rows[y][x] * (__LINE__ % 7);
    }
    for (int i = 0; i < __LINE__ - 280; i++)
        u[i] = i + __LINE__;
    for (int i = 0; i < 24; i++)
        sum += u[i];
    for (int i = 0; i < 100; i++)
        v[i] = i * i;
#line 90
    for (int i = __LINE__ - 40; i < 60; i++)
        sum += v[i + 92 - __LINE__];
    return sum;
}

static int by_macro(int h, int w, const int in[h][w])
{
    int rows[h][w], u[FIRST + 40], sum = 0;

    for (int i = 0; i < FIRST + 40; i++)
        u[i] = 3 * i;
#line FIRST
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            rows[y][x] = in[y][x] + __LINE__;
        for (int x = 0; x < w && y >= 2; x++)
            sum += rows[y - 2][x] + 3 * rows[y - 1][x] + rows[y][x];
    }
    for (int i = 0; i < 12; i++)
        sum += u[i + __LINE__];
    return sum;
}

# 77 "named.y"
static int named(int n, const int in[n])
{
    int one[n], sum = 0;

    for (int i = 0; i < n; i++) {
        one[i] = in[i] + __LINE__;
        one[i] = one[i];
        sum = 3 * (sum % 1000) + one[i] + __LINE__;
    }
    return sum;
}

int main(void)
{
    static int in[N][N];

    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            in[y][x] = (y * 31 + x * 17) % 23;
    printf("counted %d\n", counted(N, N, (const int (*)[N])in));
    printf("by_macro %d\n", by_macro(N, N, (const int (*)[N])in));
    printf("named %d, at %d\n", named(N, in[1]), __LINE__);
    return 0;
}
