/* Images as structures, and types with names. */
#include <stdio.h>

#define W 12
#define H 8

typedef float Image[H][W];
typedef struct { int w, h; float *pixels; } View;

static void box(const Image in, Image out)
{
    for (int y = 1; y < H - 1; y++)
        for (int x = 0; x < W; x++)
            out[y][x] = in[y - 1][x] + in[y][x] + in[y + 1][x];
}

static void flip(const View *from, View to)
{
    to.h = from->h;
    for (int y = 0; y < to.h; y++)
        for (int x = 0; x < from->w; x++)
            to.pixels[y * from->w + x] = from->pixels[y * from->w + from->w - 1 - x];
}

static void add(Image a, const Image b, unsigned rows, float weight)
{
    for (unsigned y = 0; y < rows; y++)
        for (int x = 0; x < W; x++)
            a[y][x] += weight * b[y][x];
}

void mirror(Image picture, Image result, int x)
{
    Image first = { { 0 } }, second = { { 0 } };
    View from = { W, H, &first[0][0] }, to = { W, 0, &second[0][0] };
    box(picture, first);
    flip(&from, to);
    add(result, second, H, x);
    add(result, first, H - 1, 0.5);
    box(first, second);
    add(result, second, x + H - 3, 2.f);
}

int main(void)
{
    static Image picture, result;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            picture[y][x] = (y * 5 + x * x) % 19;
    mirror(picture, result, 1);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            printf("%a\n", result[y][x]);
    return 0;
}
