/* A stage negates its argument, which is a literal in the text that replaces the call. */
#include <stdio.h>

#define H 20
#define W 30

static double level[H][W], offset[H][W], gain[H][W];

static void measure(void)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            level[y][x] = (y * 7 + x * 3) % 11 - 5;
}

static void gate(double threshold)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            double d = level[y][x];
            if (d > -threshold && d < threshold)
                d = 0;
            offset[y][x] = d;
        }
}

static void amplify(float by)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            gain[y][x] = offset[y][x] * -by;
}

int main(void)
{
    double sum = 0;

    measure();
    gate(2.5);
    amplify(0.7f);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            sum = 0.5 * sum + gain[y][x];
    printf("the checksum is %a\n", sum);
    return 0;
}
