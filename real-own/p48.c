#include <stdio.h>
#include <stdlib.h>
/* Horn-Schunck derivatives over rows, restrict, const locals, several temporaries */
void flow(int h, int w, const float a[restrict h][w], const float b[restrict h][w], float u[restrict h][w])
{
    float (*ix)[w] = malloc(sizeof(float[h][w]));
    float (*iy)[w] = malloc(sizeof(float[h][w]));
    float (*it)[w] = malloc(sizeof(float[h][w]));
    if (ix && iy && it) {
        for (int y = 0; y < h - 1; y++) {
            for (int x = 0; x < w - 1; x++) {
                ix[y][x] = a[y][x + 1] - a[y][x];
                iy[y][x] = a[y + 1][x] - a[y][x];
                it[y][x] = b[y][x] - a[y][x];
            }
            if (y > 0)
                for (int x = 1; x < w - 1; x++) {
                    float sx = ix[y][x] + ix[y - 1][x], sy = iy[y][x] + iy[y][x - 1], st = it[y][x];
                    u[y][x] = -sx * st / (1 + sx * sx + sy * sy);
                }
        }
    }
    free(ix);
    free(iy);
    free(it);
}
int main(void)
{
    enum { H = 25, W = 32 };
    static float a[H][W], b[H][W], u[H][W];
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            a[y][x] = (float)((x * y) % 17);
            b[y][x] = (float)((x * y + x) % 17);
        }
    flow(H, W, (const float (*)[W])a, (const float (*)[W])b, u);
    double s = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            s += u[y][x] * (x % 4);
    printf("%.6f\n", s);
    return 0;
}
