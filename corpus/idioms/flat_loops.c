/* Loops over all elements of flat arrays, beside loops over their rows, and with rows and columns computed from the element. */
#include <stdio.h>
#include <stdlib.h>

/* One plane is enough: each channel is read right after it is written. */
static void sharpen(const float *in, float *out, int channels, int h, int w)
{
    float *half = malloc(sizeof(float) * channels * h * w);
    if (!half)
        return;
    for (int c = 0; c < channels; c++) {
        for (int i = 0; i < h * w; i++)
            half[c * h * w + i] = in[c * h * w + i] * 0.5f;
        for (int y = 0; y < h; y++)
            for (int x = 1; x < w; x++)
                out[(c * h + y) * w + x] = half[(c * h + y) * w + x] - half[(c * h + y) * w + x - 1];
    }
    free(half);
}

/* The same with a name for the size of a plane, and padded rows. */
static void frames(const int *in, int *out, size_t n, size_t h, size_t w)
{
    const size_t stride = w + 2, plane = stride * h;
    int *copy = malloc(n * plane * sizeof *copy);
    if (!copy)
        return;
    for (size_t f = 0; f < n; f++) {
        for (size_t i = 0; i < plane; i++)
            copy[f * plane + i] = in[i] + (int)f;
        for (size_t y = 0; y < h; y++)
            for (size_t x = 0; x < w; x++)
                out[y * w + x] += copy[f * plane + y * stride + x + 1];
    }
    free(copy);
}

/* Each element lives for one iteration, however it is named. */
static void decode(const int *in, int *out, int w, int h)
{
    int *scaled = malloc((size_t)w * h * sizeof *scaled);
    if (!scaled)
        return;
    for (int i = 0; i < w * h; i++) {
        int x = i % w, y = i / w;
        scaled[y * w + x] = in[i] * 3;
        out[i] = scaled[i] + x - y;
    }
    free(scaled);
}

/* No rows at all. */
static void tone(const int *in, int *out, int w, int h)
{
    int linear[w * h], mapped[w * h];
    for (int i = 0; i < w * h; i++) {
        linear[i] = in[i] * in[i];
        mapped[i] = linear[i] / (1 + in[i]);
        out[i] = mapped[i] + linear[i] % 7;
    }
}

/* Three rows are alive at a time; the last loop reads them in one run. */
static int sums(const int *in, int w, int h)
{
    int *row = malloc(sizeof *row * 3 * w * h);
    int total = 0;
    if (!row)
        return 0;
    for (int y = 0; y < h; y++) {
        for (int k = 0; k < 3; k++)
            for (int x = 0; x < w; x++)
                row[(y * 3 + k) * w + x] = in[y * w + x] >> k;
        for (int i = 0; i < 3 * w; i++)
            total += row[y * 3 * w + i] * (i % 5);
    }
    free(row);
    return total;
}

int main(void)
{
    enum { C = 3, H = 9, W = 11 };
    static float in[C * H * W], out[C * H * W];
    static int ints[(W + 2) * H], sum[W * H], decoded[W * H], toned[W * H];
    for (int i = 0; i < C * H * W; i++)
        in[i] = (float)(i * 37 % 101);
    for (int i = 0; i < (W + 2) * H; i++)
        ints[i] = i * 53 % 97;
    sharpen(in, out, C, H, W);
    frames(ints, sum, 4, H, W);
    decode(ints, decoded, W, H);
    tone(ints, toned, W, H);
    double all = 0;
    for (int i = 0; i < C * H * W; i++)
        all += out[i] * (i % 7);
    int other = sums(ints, W, H);
    for (int i = 0; i < W * H; i++)
        other = (other * 31 + sum[i] + decoded[i] * 2 + toned[i] * 3) % 1000003;
    printf("%.1f %d\n", all, other);
    return 0;
}
