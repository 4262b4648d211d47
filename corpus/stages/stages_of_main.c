/*
 * Light on hills: loops of `main` compute what a stage reads and go on with what it sets. Every
 * twelfth row is printed as a small map.
 *
 * Expected:
 *   lit      three rows
 *   soft     one row
 */
#include <stdio.h>

#ifndef N
#define N 48
#endif

static int height[N][N], lit[N][N], soft[N][N];

static void blur(int from[N][N], int to[N][N])
{
    for (int y = 0; y < N; y++) {
        int up = y > 0 ? y - 1 : 0, down = y < N - 1 ? y + 1 : N - 1;
        for (int x = 0; x < N; x++)
            to[y][x] = (from[up][x] + 2 * from[y][x] + from[down][x]) / 4;
    }
}

int main(void)
{
    long sum = 0;

    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            height[y][x] = (y * 7 + x * x * 3) % 64;

    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            lit[y][x] = height[y][x] > 20 ? height[y][x] : 20;
    blur(lit, soft);

    for (int y = 0; y < N; y += 12) {
        for (int x = 0; x < N; x += 6)
            printf("%3d", soft[y][x]);
        printf("\n");
    }
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            sum += soft[y][x] * (x % 5 + 1);
    printf("%ld\n", sum);
    return 0;
}
