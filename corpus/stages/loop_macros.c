/*
 * Levels of a photograph: contrast, a blur of each row and its threshold. The headers of all loops
 * over pixels come out of a macro.
 *
 * Expected: one row or less of `contrast` and `soft`; the loops that print stay as they are.
 */
#include <stdio.h>

#ifndef W
#define W 26 /* columns */
#endif
#ifndef H
#define H 14 /* rows */
#endif

#define PIXELS(y, x) for (int y = 0; y < H; y++) for (int x = 0; x < W; x++)

static unsigned char photo[H][W], black[H][W];
static float contrast[H][W], soft[H][W];

static void stretch(float gain)
{
    PIXELS(y, x)
        contrast[y][x] = gain * (photo[y][x] - 128.0f);
}

static void blur(void)
{
    PIXELS(y, x) {
        int left = x > 0 ? x - 1 : 0, right = x < W - 1 ? x + 1 : W - 1;

        soft[y][x] = 0.25f * contrast[y][left] + 0.5f * contrast[y][x] + 0.25f * contrast[y][right];
    }
}

static void show(void)
{
    PIXELS(y, x)
        printf("%d%s", black[y][x], x == W - 1 ? "\n" : "");
}

int main(void)
{
    PIXELS(j, i)
        photo[j][i] = (unsigned char)(j * 37 + i * i * 11);
    stretch(1.5f);
    blur();
    PIXELS(j, i)
        black[j][i] = soft[j][i] < 10;
    show();
    return 0;
}
