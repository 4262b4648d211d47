#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* game of life with all generations */
#define W 64
#define H 48
#define G 30
static unsigned char board[G + 1][H][W];
static int alive(int g, int y, int x)
{
    return board[g][(y + H) % H][(x + W) % W];
}
int main(void)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            board[0][y][x] = (unsigned char)((x * 3 + y * 5) % 7 == 0);
    for (int g = 0; g < G; g++)
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++) {
                int n = 0;
                for (int dy = -1; dy <= 1; dy++)
                    for (int dx = -1; dx <= 1; dx++)
                        if (dy || dx)
                            n += alive(g, y + dy, x + dx);
                board[g + 1][y][x] = (unsigned char)(n == 3 || (n == 2 && board[g][y][x]));
            }
    int count = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            count += board[G][y][x];
    printf("%d\n", count);
    return 0;
}
