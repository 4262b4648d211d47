// Stages that consist of stages, and one that works in place.
#include <stdio.h>

#define W 15
#define H 10

static float tmp[H][W];

static void square(float (*restrict a)[W], const float (*b)[W]) {
    for (int y = 0; y < H; ++y)
        for (int x = 0; x < W; ++x)
            a[y][x] = b[y][x] * b[y][x];
}

static void box_x(float (*dst)[W], float (*src)[W]) {
    for (int y = 0; y < H; ++y)
        for (int x = 1; x < W - 1; ++x)
            dst[y][x] = src[y][x - 1] + src[y][x] + src[y][x + 1];
}

static void box_y(float (*dst)[W], float (*src)[W]) {
    for (int y = 1; y < H - 1; ++y) {
        for (int x = 1; x < W - 1; ++x) {
            dst[y][x] = src[y - 1][x] + src[y][x] + src[y + 1][x];
        }
    }
}

static void box(float (*dst)[W], float (*src)[W]) {
    box_x(tmp, src);
    box_y(dst, tmp);
}

static void normalise(float (*a)[W]) {
    for (int y = 0; y < H; ++y)
        for (int x = 0; x < W; ++x)
            a[y][x] = a[y][x] / 9; // in place
}

void energy(float out[H][W], const float in[H][W]) {
    float sq[H][W];

    square(sq, in);  // products
    box(out, sq);
    normalise(out);
}

int main(void) {
    static float in[H][W], out[H][W];
    for (int y = 0; y < H; ++y)
        for (int x = 0; x < W; ++x)
            in[y][x] = (float)((y * 7 + x * 3) % 11);
    energy(out, in);
    for (int y = 0; y < H; ++y)
        for (int x = 0; x < W; ++x)
            printf("%a\n", out[y][x]);
    return 0;
}
