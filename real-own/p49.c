#include <stdio.h>
#include <stdlib.h>
/* game: tile map distance by relaxation passes, each pass a new layer; early exit */
#define MW 40
#define MH 25
static int dist(int sx, int sy, int tx, int ty, const char *map)
{
    static int layer[64][MH][MW];
    for (int y = 0; y < MH; y++)
        for (int x = 0; x < MW; x++)
            layer[0][y][x] = x == sx && y == sy ? 0 : 9999;
    for (int p = 1; p < 64; p++) {
        for (int y = 0; y < MH; y++)
            for (int x = 0; x < MW; x++) {
                int v = layer[p - 1][y][x];
                if (map[y * MW + x] != '#') {
                    if (x > 0 && layer[p - 1][y][x - 1] + 1 < v) v = layer[p - 1][y][x - 1] + 1;
                    if (x < MW - 1 && layer[p - 1][y][x + 1] + 1 < v) v = layer[p - 1][y][x + 1] + 1;
                    if (y > 0 && layer[p - 1][y - 1][x] + 1 < v) v = layer[p - 1][y - 1][x] + 1;
                    if (y < MH - 1 && layer[p - 1][y + 1][x] + 1 < v) v = layer[p - 1][y + 1][x] + 1;
                }
                layer[p][y][x] = v;
            }
        if (layer[p][ty][tx] < 9999)
            return layer[p][ty][tx];
    }
    return -1;
}
int main(void)
{
    char map[MW * MH];
    for (int i = 0; i < MW * MH; i++)
        map[i] = i % 7 == 3 && i % 5 ? '#' : '.';
    printf("%d %d\n", dist(0, 0, 30, 20, map), dist(5, 3, 6, 3, map));
    return 0;
}
