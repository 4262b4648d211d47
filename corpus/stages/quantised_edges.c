/*
 * Edges with quantised directions: a stage chooses neighbours by a `switch` on data. A search
 * whose length depends on data follows; its variables have the names of those of `main`.
 *
 * Expected:
 *   blur    3 rows
 *   mag     3 rows
 *   dir     2 rows: it is read one row later
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 16
#endif
#ifndef W
#define W 12
#endif
#define AT(a, x, y) ((a)[(y) * W + (x)])

static unsigned char in[W * H];
static int blur[W * H];
static int mag[W * H];
static unsigned char dir[W * H];
static int thin[W * H];
static int stack[W * H];

static void smooth(void)
{
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++)
            AT(blur, x, y) = (AT(in, x - 1, y) + 2 * AT(in, x, y) + AT(in, x + 1, y)) / 4;
}

static void gradient(void)
{
    for (int y = 2; y < H - 2; y++)
        for (int x = 2; x < W - 2; x++) {
            int gx = AT(blur, x + 1, y) - AT(blur, x - 1, y);
            int gy = AT(blur, x, y + 1) - AT(blur, x, y - 1);
            AT(mag, x, y) = abs(gx) + abs(gy);
            AT(dir, x, y) = abs(gx) > abs(gy) ? 0 : (gx < 0) == (gy < 0) ? 1 : 2;
        }
}

static void suppress(void)
{
    int x, y, a, b;
    for (y = 3; y < H - 3; y++)
        for (x = 3; x < W - 3; x++) {
            int m = AT(mag, x, y);
            switch (AT(dir, x, y)) {
            case 0:
                a = AT(mag, x - 1, y);
                b = AT(mag, x + 1, y);
                break;
            case 1:
                a = AT(mag, x - 1, y - 1);
                b = AT(mag, x + 1, y + 1);
                break;
            default:
                a = AT(mag, x, y - 1);
                b = AT(mag, x, y + 1);
                break;
            }
            AT(thin, x, y) = m > a && m >= b ? m : 0;
        }
}

/* The value that a third of the edges reach. */
static int threshold(void)
{
    static int count[64];
    int i, n = 0, sum = 0;
    for (i = 0; i < W * H; i++)
        if (thin[i] > 0) {
            count[thin[i] < 63 ? thin[i] : 63]++;
            n++;
        }
    for (i = 63; i > 0 && sum < n / 3; i--)
        sum += count[i];
    return i;
}

static int trace(int low)
{
    int i, n = 0, sp = 0;
    for (i = 0; i < W * H; i++) {
        if (thin[i] <= low)
            continue;
        stack[sp++] = i;
        while (sp) {
            int p = stack[--sp];
            n++;
            if (p + 1 < W * H && thin[p + 1] > low) {
                thin[p + 1] = 0;
                stack[sp++] = p + 1;
            }
        }
    }
    return n;
}

int main(void)
{
    int n, t;
    for (int i = 0; i < W * H; i++)
        in[i] = (unsigned char)(i * i % 251);
    smooth();
    gradient();
    suppress();
    t = threshold();
    n = trace(t);
    printf("%d %d\n", t, n);
    return 0;
}
