/*
 * A picture to luma and chroma at half the rate, and back. A pointer passes over the picture by
 * rows, stages pass over all of its elements at once, and the rows of the first one are counted by
 * the name of an array of the caller. Sizes are numbers.
 *
 * Expected:
 *   rgb     two rows
 *   y       two rows
 *   cb      two rows
 *   half    a row
 *   back    a pixel
 */
#include <stdio.h>
#include <stdlib.h>

enum { WIDE = 32, HIGH = 20 };

static void make(unsigned char *p)
{
    unsigned s = 99;
    for (int y = 0; y < HIGH; y++)
        for (int x = 0; x < WIDE; x++, p += 3) {
            s = s * 69069u + 1;
            p[0] = (unsigned char)(x * 7 + (s >> 28));
            p[1] = (unsigned char)(y * 11 + (s >> 29));
            p[2] = (unsigned char)(x ^ y);
        }
}

static void split(const unsigned char *p, unsigned char *y, unsigned char *cb)
{
    for (int i = 0; i < WIDE * HIGH; i++) {
        int r = p[3 * i], g = p[3 * i + 1], b = p[3 * i + 2];
        y[i] = (unsigned char)((r + 2 * g + b) / 4);
        cb[i] = (unsigned char)((255 + b - r) / 2);
    }
}

static void halve(const unsigned char *in, unsigned char *out)
{
    for (int y = 0; y < HIGH / 2; y++)
        for (int x = 0; x < WIDE / 2; x++) {
            const unsigned char *q = in + 2 * y * WIDE + 2 * x;
            out[y * (WIDE / 2) + x] = (unsigned char)((q[0] + q[1] + q[WIDE] + q[WIDE + 1] + 2) / 4);
        }
}

static void join(const unsigned char *y, const unsigned char *half, unsigned char *p)
{
    for (int v = 0; v < HIGH; v++)
        for (int u = 0; u < WIDE; u++) {
            int c = half[(v / 2) * (WIDE / 2) + u / 2] - 127;
            p[3 * (v * WIDE + u)] = (unsigned char)(y[v * WIDE + u] - c);
            p[3 * (v * WIDE + u) + 1] = y[v * WIDE + u];
            p[3 * (v * WIDE + u) + 2] = (unsigned char)(y[v * WIDE + u] + c);
        }
}

int main(void)
{
    unsigned char *rgb = malloc(3 * WIDE * HIGH), *y = malloc(WIDE * HIGH), *cb = malloc(WIDE * HIGH);
    unsigned char *half = malloc((WIDE / 2) * (HIGH / 2)), *back = malloc(3 * WIDE * HIGH);
    long error[3] = { 0, 0, 0 };
    if (!rgb || !y || !cb || !half || !back)
        return 1;
    make(rgb);
    split(rgb, y, cb);
    halve(cb, half);
    join(y, half, back);
    for (int i = 0; i < WIDE * HIGH; i++)
        for (int c = 0; c < 3; c++) {
            int d = back[3 * i + c] - rgb[3 * i + c];
            error[c] += (long)d * d;
        }
    for (int c = 0; c < 3; c++)
        printf("%c %ld\n", "RGB"[c], error[c]);
    free(rgb);
    free(y);
    free(cb);
    free(half);
    free(back);
    return 0;
}
