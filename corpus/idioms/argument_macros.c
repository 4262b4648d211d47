/* Accesses in arguments: used once, twice, in loops made by macros, as strings. */
#include <stdio.h>

#ifndef N
#define N 12
#endif
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN3(a, b, c) ((a) < (b) ? ((a) < (c) ? (a) : (c)) : ((b) < (c) ? (b) : (c)))
#define SQUARE(x) ((x) * (x))
#define FOR(i, lo, hi) for (int i = (lo); i < (hi); ++i)
#define CHECK(x) \
    if (!(x)) \
        printf("not so: %s\n", #x)
#define SHOW(format, ...) printf(format "\n", ##__VA_ARGS__)
#define TRACE(x) ((x) + 0 * __LINE__)
#define ADD(to, what) (to) += (what)
#define ITEM(name, i) name##_items[i]

static double kernel(const double *in)
{
    double once[N], twice[N], wide[N + 1][N], tested[N], shown[N + 1], traced[N], my_items[N];
    double sum = 0;

    FOR(i, 0, N) {
        once[i] = in[i] * 2;
        ADD(sum, once[i]);
    }
    FOR(i, 0, N) {
        twice[i] = in[i] - 0.5;
        sum += SQUARE(twice[i]) + MAX(twice[i], in[i]);
    }
    FOR(j, 0, N)
        wide[0][j] = in[j];
    FOR(i, 1, N + 1)
        FOR(j, 0, N)
            wide[i][j] = MIN3(wide[i - 1][j], wide[i - 1][N - 1 - j], SQUARE(wide[i - 1][j])) + 1;
    FOR(j, 0, N)
        sum += MAX(wide[N][j],
                   /* the least */
                   MAX(wide[N][N - 1 - j], 1));
    FOR(i, 0, N) {
        tested[i] = in[i] * in[i];
        CHECK(tested[i] < in[i]);
        sum += tested[i];
    }
    shown[0] = 1;
    FOR(i, 1, N + 1) {
        shown[i] = shown[i - 1] * 0.5 + in[i - 1];
        SHOW("%a %a", shown[i], shown[i - 1]);
    }
    FOR(i, 0, N) {
        traced[i] = in[i];
        sum += TRACE(TRACE(traced[i]) + 1);
    }
    FOR(i, 0, N) {
        ITEM(my, i) = in[i];
        sum += ITEM(my, i) * my_items[i];
    }
    return sum;
}

int main(void)
{
    double in[N];

    for (int i = 0; i < N; i++)
        in[i] = ((i * 29) % 13) / 13.0;
    printf("%a\n", kernel(in));
    return 0;
}
