/* Borders are clamped by a helper that stays a call. */
#include <stdio.h>
#include <stdlib.h>

typedef unsigned char byte;

static inline int clampi(int v, int lo, int hi)
{
    return v < lo ? lo : v > hi ? hi : v;
}

static void smooth_rows(const byte *in, int *out, int width, int height)
{
    int x, y;
    for (y = 0; y < height; y++)
        for (x = 0; x < width; x++) {
            int left = clampi(x - 1, 0, width - 1), right = clampi(x + 1, 0, width - 1);
            out[y * width + x] = in[y * width + left] + 2 * in[y * width + x] + in[y * width + right];
        }
}

static void smooth_columns(const int *in, byte *out, int width, int height)
{
    int x, y;
    for (y = 0; y < height; y++) {
        int above = clampi(y - 1, 0, height - 1);
        int below = clampi(y + 1, 0, height - 1);
        for (x = 0; x < width; x++)
            out[y * width + x] = (byte)((in[above * width + x] + 2 * in[y * width + x] + in[below * width + x]) / 16);
    }
}

void smooth(const byte *picture, byte *result, int w, int h)
{
    int *sums = malloc(sizeof(int) * w * h);
    if (sums == NULL)
        return;
    smooth_rows(picture, sums, w, h);
    smooth_columns(sums, result, w, h);
    free(sums);
}

int main(void)
{
    enum { W = 10, H = 7 };
    byte picture[W * H], result[W * H];
    for (int i = 0; i < W * H; i++)
        picture[i] = (byte)(i * 53);
    smooth(picture, result, W, H);
    for (int i = 0; i < W * H; i++)
        printf("%d\n", result[i]);
    return 0;
}
