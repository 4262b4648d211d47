/* Rows of a fixed width in loops that may end or skip iterations: only the accesses say that `w` is at most `W`. */
#include <stdio.h>
#include <stdlib.h>

#define H 17
#define W 13

static int in[H][W], out[H][W];

static void skips_margin(int h, int w)
{
    int t[H][W];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            t[y][x] = in[y][x] - x;
            if (x == 2)
                continue;
            if (y >= 2)
                out[y][x] += t[y - 2][x] - t[y - 1][x] * 2 + t[y][x];
        }
}

static void skips_zeros(int h, int w)
{
    int t[H][W];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            t[y][x] = in[y][x] * 2;
            if (in[y][x] == 0)
                continue;
            if (y >= 1 && x >= 1)
                out[y][x] += t[y - 1][x - 1] + t[y - 1][x] + t[y][x];
        }
}

static void until_mark(int h, int w)
{
    int t[H][W];
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            t[y][x] = in[y][x] + 3;
        for (int x = 0; x < w && y >= 1; x++) {
            if (in[y][x] == 22)
                break;
            out[y][x] += t[y - 1][x] ^ t[y][x];
        }
    }
}

static int until_sum(int h, int w, int most)
{
    int t[H][W], sum = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            t[y][x] = in[y][x] * 5 - y;
            if (y >= 1)
                sum += t[y - 1][x] + t[y][x];
            if (sum > most)
                return y * w + x;
        }
    return sum;
}

static void progress(int y);

static void reports(int h, int w)
{
    int t[H][W];
    for (int y = 0; y < h; y++) {
        progress(y);
        for (int x = 0; x < w; x++)
            t[y][x] = in[y][x] + y * x;
        for (int x = 1; x < w && y >= 2; x++)
            out[y][x] += t[y - 2][x - 1] + t[y][x];
    }
}

static int gives_up(int h, int w)
{
    int t[H][W], bad = 1;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            t[y][x] = in[y][x] * 7;
            if (in[y][x] < 0)
                goto out;
            if (y >= 1)
                out[y][x] -= t[y - 1][x] / (1 + t[y][x]);
        }
    bad = 0;
out:
    return bad;
}

static void on_heap(int h, int w)
{
    int(*t)[W] = malloc(H * sizeof *t);
    if (!t)
        return;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            t[y][x] = in[y][x] + 2 * y;
            if (x % 5 == 3)
                continue;
            if (y >= 2)
                out[y][x] ^= t[y - 2][x] + t[y][x];
        }
    free(t);
}

static void flat(int h, int w)
{
    int t[H * W];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            t[y * w + x] = in[y][x] - 4;
            if (in[y][x] == 7)
                continue;
            if (y >= 1)
                out[y][x] += t[(y - 1) * w + x] * t[y * w + x];
        }
}

static void scratch(int h, int w, int t[H][W])
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            t[y][x] = in[y][x] * 3;
            if (x == y)
                continue;
            if (y >= 1)
                out[y][x] += t[y - 1][x] - t[y][x];
        }
}

static void planes(int n, int h, int w)
{
    int t[3][H][W];
    for (int k = 0; k < n; k++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                t[k][y][x] = in[y][x] + k;
                if (in[y][x] == 5)
                    continue;
                if (k >= 1)
                    out[y][x] += t[k - 1][y][x] + t[k][y][x];
            }
}

/* Only the size of `t` says that `n - i` does not wrap. */
static int counts_down(unsigned n, int k)
{
    int t[n + 1], sum = 0;
    for (int i = 0; i < k; i++) {
        t[n - i] = i * i;
        if (i > 5)
            sum += t[n - i + 6];
        sum -= t[n - i];
    }
    return sum;
}

/* Two arrays of one name. */
static int twice(unsigned n, int k)
{
    int sum = 0;
    {
        int t[n + 1];
        for (int i = 0; i < k; i++) {
            t[n - i] = i + 1;
            if (i > 2)
                sum += t[n - i + 3];
        }
    }
    {
        int t[2 * n + 1];
        for (int i = 0; i < k; i++) {
            unsigned at = 2 * n - i;
            t[at] = 3 * i;
            if (i > 3)
                sum -= t[at + 4];
        }
    }
    return sum;
}

static int lines;

static void progress(int y)
{
    lines += y;
}

static void show(void)
{
    int sum = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            sum = (sum * 31 + out[y][x]) % 1000003;
    printf("%d\n", sum);
}

int main(void)
{
    static int space[H][W];
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            in[y][x] = (y * 7 + x * 5) % 23;
    skips_margin(H, W);
    show();
    skips_zeros(H, W - 2);
    show();
    until_mark(H - 1, W);
    show();
    printf("%d %d\n", until_sum(H, W, 500), until_sum(H, W, 1 << 20));
    reports(H, W);
    show();
    printf("%d\n", gives_up(H, W));
    show();
    on_heap(H, W);
    show();
    flat(H, W);
    show();
    scratch(H, W, space);
    show();
    planes(3, H, W);
    show();
    printf("%d %d\n", counts_down(40, 41), counts_down(40, 9));
    printf("%d %d\n", twice(30, 31), twice(30, 12));
    printf("%d\n", lines);
    return 0;
}
