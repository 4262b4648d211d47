#include <stdio.h>
#include <string.h>
/* N-queens / path counting in a grid with obstacles: long long table, local array */
#define R 60
#define C 45
static const char *obstacle(int r, int c) { return (r * 7 + c * 3) % 11 == 0 ? "#" : "."; }
int main(void)
{
    unsigned long long ways[R][C];
    for (int r = 0; r < R; ++r) {
        for (int c = 0; c < C; ++c) {
            if ((r || c) && *obstacle(r, c) == '#') {
                ways[r][c] = 0;
            } else if (r == 0 && c == 0) {
                ways[r][c] = 1;
            } else if (r == 0) {
                ways[r][c] = ways[r][c - 1];
            } else if (c == 0) {
                ways[r][c] = ways[r - 1][c];
            } else {
                ways[r][c] = (ways[r - 1][c] + ways[r][c - 1]) % 1000000007ull;
            }
        }
    }
    printf("%llu\n", ways[R - 1][C - 1]);
    return 0;
}
