/* A function with a loop on data gives each pixel: its body reads the rows that are kept. */
#include <stdio.h>
#include <stdlib.h>

#define W 80
#define H 60

typedef unsigned char Byte;

static Byte median(const Byte *image, int y, int x)
{
    Byte sorted[9];
    int count = 0;

    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++) {
            Byte value = image[(y + j) * W + x + i];
            int at = count++;
            while (at > 0 && sorted[at - 1] > value) {
                sorted[at] = sorted[at - 1];
                at--;
            }
            sorted[at] = value;
        }
    return sorted[4];
}

int main(void)
{
    Byte *raw = malloc(W * H), *dark = malloc(W * H), *clean = malloc(W * H);
    if (!raw || !dark || !clean)
        return 1;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            raw[y * W + x] = (Byte)(y * 37 + x * x * 11);

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            dark[y * W + x] = raw[y * W + x] / 2;
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++)
            clean[y * W + x] = median(dark, y, x);

    long sum = 0;
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++)
            sum += clean[y * W + x];
    printf("%ld\n", sum);
    free(raw);
    free(dark);
    free(clean);
    return 0;
}
