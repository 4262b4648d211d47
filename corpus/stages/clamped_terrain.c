/* A function that reads one element of a map at file scope, and moves the place to the border first,
 * is no second user of the map. */
#include <stdio.h>

#define W 24
#define H 30

static int ground[H][W];
static int slope[H][W];

static void raise(void)
{
    unsigned seed = 21;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            seed = seed * 69069u + 1u;
            ground[y][x] = (int)(seed >> 24) + 3 * x - y;
        }
}

static int at(int y, int x)
{
    if (y < 0)
        y = 0;
    if (y >= H)
        y = H - 1;
    if (x >= W)
        x = W - 1;
    return ground[y][x];
}

static void slopes(void)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            slope[y][x] = at(y + 1, x) - at(y - 1, x) + at(y, x + 1);
}

int main(void)
{
    long sum = 0;
    raise();
    slopes();
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            sum = (sum * 31 + slope[y][x]) % 1000003;
    printf("%ld\n", sum);
    return 0;
}
