/* Initialisers: zeros that are read or not, constants that nothing reads, constants that stay. */
#include <stdio.h>

#ifndef N
#define N 9
#endif

static double unread(const double in[])
{
    double list[4] = {1, 2, 3, 4}, grid[6][2] = {{1, 2}, {3, -4}};
    double named[4] = {[2] = 5.5};
    char text[8] = "abcdefg";
    double sum = 0;

    for (int i = 0; i < 4; i++) {
        list[i] = in[0] + i;
        named[i] = list[i] * 2;
        sum = 0.5 * sum + named[i];
    }
    for (int i = 0; i < 6; i++) {
        grid[i][0] = in[1] + i;
        grid[i][1] = 2;
        sum += grid[i][0] * grid[i][1];
    }
    for (int i = 0; i < 8; i++) {
        text[i] = i * 3;
        sum += text[i] % 5;
    }
    return sum;
}

static double zeros(const double in[])
{
    double some[N][2] = {{0}}, all[3][2] = {{0, 0}, {0, 0}, {0, 0}};
    double sum = 0;

    for (int i = 0; i < N; i++) {
        some[i][0] = in[i];
        sum = 0.5 * sum + some[i][0] + some[i][1];
    }
    for (int i = 0; i < 3; i++) {
        all[i][0] = sum;
        all[i][1] = all[i][0] * 0.5;
        sum -= all[i][1];
    }
    return sum;
}

/* The first two are read as they are initialised, the third starts anew in each turn. */
static double stay(const double in[])
{
    const double weight[3] = {0.25, 0.5, 0.25};
    double start[4] = {[1] = 2};
    double sum = 0;

    for (int i = 1; i < N - 1; i++)
        sum = 0.5 * sum + weight[0] * in[i - 1] + weight[1] * in[i] + weight[2] * in[i + 1];
    for (int i = 0; i < 4; i++) {
        sum += start[i];
        start[i] = sum;
        sum += start[i] * 0.5;
    }
    for (int turn = 0; turn < 3; turn++) {
        double fresh[2] = {1, 2};
        if (turn > 0)
            sum += fresh[0];
        fresh[0] = in[turn];
        sum += fresh[0] * fresh[1];
    }
    return sum;
}

int main(void)
{
    double in[N];
    for (int i = 0; i < N; i++)
        in[i] = 0.1 * i * i - 0.3;
    printf("%a %a %a\n", unread(in), zeros(in), stay(in));
    return 0;
}
