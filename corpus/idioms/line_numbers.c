/*
 * Programs that compute with the numbers of their lines: traces, names made of numbers,
 * macros that hand `__LINE__` on. What a fold adds before such a place is written on lines
 * that are there; behind the last one, it gets lines of its own.
 *
 * Expected:
 *   trace      3w         names on the line of the brace
 *   commented  3w         names before the comment of the line
 *   message    2w         an argument on the third line of an invocation
 *   unbraced   2w         a body without braces
 *   scalars    1          lines that go leave empty ones
 *   assertions 2          an assertion about N on the line of the brace
 *   plain      3w         no number behind it: names on a line of their own
 */
#include <assert.h>
#include <stdio.h>

#ifndef N
#define N 12
#endif

/* Where something happened, as a number. */
#define HERE (100 * (__LINE__ % 50))
#define PLACED(value, unit, offset) \
    ((value) * (unit) + \
     (offset))
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define UNIQUE(name) JOIN(name, __LINE__)

static long trace(int h, int w, const long in[h][w])
{
    long rows[h][w], sum = 0;

    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            rows[y][x] = in[y][x] + __LINE__;
        if (y >= 2) {
            for (int x = 0; x < w; x++)
                sum += rows[y - 2][x] - 3 * rows[y - 1][x] + HERE * rows[y][x];
        }
    }
    return sum + __LINE__;
}

static long commented(int h, int w, const long in[h][w])
{
    long rows[h][w], sum = 0;

    for (int y = 0; y < h; y++) { // row by row
        for (int x = 0; x < w; x++)
            rows[y][x] = 2 * in[y][x];
        if (y >= 2)
            for (int x = 0; x < w; x++) /* with those before */
                sum += (rows[y][x] ^ rows[y - 1][x]) + rows[y - 2][x] * __LINE__;
    }
    return sum;
}

static long message(int h, int w, const long in[h][w])
{
    long rows[h][w], sum = 0;

    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            rows[y][x] = in[y][x] - x;
        for (int x = 0; x < w && y > 0; x++)
            sum += PLACED(rows[y][x],
                          rows[y - 1][x],
                          __LINE__);
    }
    return sum;
}

static long unbraced(int h, int w, const long in[h][w])
{
    long rows[h][w], sum = 0;

    for (int x = 0; x < w; x++)
        rows[0][x] = in[0][x];
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            rows[y][x] = rows[y - 1][x] / 2 + in[y][x] + __LINE__;
    for (int x = 0; x < w; x++)
        sum += rows[h - 1][x];
    return sum + HERE;
}

static long scalars(int n, const long in[n])
{
    long item[n], kept[n], sum = 0;

    for (int i = 0; i < n; i++) {
        item[i] = in[i] * 3;
        item[i] = item[i];
        kept[i]
            = item
                [i] + 1;
        sum += kept[i] + __LINE__;
    }
    return sum;
}

static long assertions(const long in[N])
{
    long two[N], sum = 0;

    for (int i = 0; i < N; i++) {
        two[i] = in[i] + UNIQUE(1);
        assert(sum != 77777);
        if (i > 0)
            sum += two[i - 1] * two[i];
    }
    return sum;
}

#if __LINE__ > 115
static const int late = __LINE__ / 2;
#else
static const int late = -1;
#endif

int main(void)
{
    static long in[N][N];

    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            in[y][x] = (y * 31 + x * 17) % 23;
    printf("trace %ld\n", trace(N, N, (const long (*)[N])in));
    printf("commented %ld\n", commented(N, N, (const long (*)[N])in));
    printf("message %ld\n", message(N, N, (const long (*)[N])in));
    printf("unbraced %ld\n", unbraced(N, N, (const long (*)[N])in));
    printf("scalars %ld\n", scalars(N, in[1]));
    printf("assertions %ld\n", assertions(in[2]));
    printf("late %d, here %d\n", late, __LINE__);
    extern long plain(int h, int w, const long in[h][w]);
    printf("plain %ld\n", plain(N, N, (const long (*)[N])in));
    return 0;
}

long plain(int h, int w, const long in[h][w])
{
    long rows[h][w], sum = 0;

    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            rows[y][x] = in[y][x] * 5;
        for (int x = 0; x < w && y >= 2; x++)
            sum += rows[y - 2][x] - 3 * rows[y - 1][x] + 7 * rows[y][x];
    }
    return sum;
}
