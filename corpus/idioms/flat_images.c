/* Images in flat arrays: index macros, columns that stop at the border, macros that name the whole element. */
#include <stdio.h>
#include <stdlib.h>

#ifndef W
#define W 40
#endif
#ifndef H
#define H 24
#endif
#define AT(image, y, x) image[(y) * W + (x)]
#define OFFSET(y, x) ((y) * W + (x))
#define CLAMP(v, least, most) ((v) < (least) ? (least) : (v) > (most) ? (most) : (v))

static unsigned char in[H * W], sharp[H * W];
static int edges[H * W];

static int unsharp(float amount)
{
    float *gray = malloc(sizeof(float) * W * H);
    float *across = malloc(sizeof(float) * W * H);
    float *down = malloc(sizeof(float) * W * H);
    if (!gray || !across || !down) {
        free(gray);
        free(across);
        free(down);
        return 1;
    }
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++)
            gray[OFFSET(y, x)] = in[OFFSET(y, x)] / 255.0f;
        for (int x = 0; x < W; x++) {
            int left = x > 0 ? x - 1 : 0, right = x < W - 1 ? x + 1 : W - 1;
            across[OFFSET(y, x)] = (gray[OFFSET(y, left)] + 2 * gray[OFFSET(y, x)] + gray[y * W + right]) * 0.25f;
        }
        if (y >= 2)
            for (int x = 0; x < W; x++) {
                down[OFFSET(y - 1, x)] =
                    (across[OFFSET(y - 2, x)] + 2 * across[OFFSET(y - 1, x)] + across[OFFSET(y, x)]) * 0.25f;
                float v = gray[OFFSET(y - 1, x)] + amount * (gray[OFFSET(y - 1, x)] - down[OFFSET(y - 1, x)]);
                sharp[OFFSET(y - 1, x)] = (unsigned char)(CLAMP(v, 0, 1) * 255.0f);
            }
    }
    free(gray);
    free(across);
    free(down);
    return 0;
}

static void gradient(void)
{
    int sums[H * W];
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            AT(sums, y, x) = AT(in, y, CLAMP(x - 1, 0, W - 1)) + AT(in, y, x) + AT(in, y, CLAMP(x + 1, 0, W - 1));
            if (y > 0)
                AT(edges, y, x) = AT(sums, y, x) - AT(sums, y - 1, x);
        }
}

/* The first and the last column by themselves: there is one, for otherwise there would be no elements. */
static int borders(int h, int w)
{
    int *across = malloc(sizeof(int) * (size_t)w * h), *down = malloc(h * w * sizeof *down);

    if (!across || !down)
        return 1;
    for (int y = 0; y < h; y++) {
        const unsigned char *s = in + y * w;
        int *r = across + y * w;
        r[0] = 3 * s[0] + s[1];
        for (int x = 1; x < w - 1; x++)
            r[x] = s[x - 1] + 2 * s[x] + s[x + 1];
        r[w - 1] = s[w - 2] + 3 * s[w - 1];
        down[y * w] = down[y * w + w - 1] = y;
        for (int x = 1; x < w - 1; x++)
            down[y * w + x] = r[x] - s[x];
        if (y >= 2) {
            const int *a = across + (y - 2) * w, *b = across + (y - 1) * w;
            for (int x = 0; x < w; x++)
                edges[(y - 1) * w + x] += a[x] + 2 * b[x] + r[x] - down[(y - 1) * w + x];
        }
    }
    free(across);
    free(down);
    return 0;
}

int main(void)
{
    unsigned sharpened = 0, found = 0;

    for (int i = 0; i < H * W; i++)
        in[i] = (unsigned char)(i * 7 + i / W * 13);
    if (unsharp(0.7f))
        return 1;
    gradient();
    if (borders(H, W))
        return 1;
    for (int i = 0; i < H * W; i++)
        sharpened = sharpened * 31 + sharp[i], found = found * 31 + edges[i];
    printf("sharp %u, edges %u\n", sharpened, found);
    return 0;
}
