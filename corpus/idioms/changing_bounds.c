/* Ends of loops that change: set before the loops, in their bodies, by a call, through a pointer. An initial value
 * that is no longer there must not count, and no loop may go on to an end that has moved. */
#include <stdio.h>

enum { H = 30, W = 200 };

static int in[H][W], out[H][W];
static float weights[W], sums[W];
int limit = W;
int length = 7;
struct view { int width; };

static void shorten(int y, int x)
{
    if (y == 12 && x == 70)
        limit = 90;
}

/* The end is set first: what it was before does not matter. */
static void set_first(int h, int w)
{
    float t[h][w];

    length = w;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < length; x++) {
            t[y][x] = weights[x] * (float)y;
            if (y >= 2)
                sums[x] += t[y - 2][x] + t[y - 1][x] * 3.0f;
        }
}

/* The counter runs towards an end that comes nearer. */
static void shrinking(int h, int w)
{
    int t[h][w];

    for (int y = 0; y < h; y++) {
        int n = w;
        for (int x = 0; x < n; x++) {
            t[y][x] = in[y][x] - x;
            if (y >= 1)
                out[y][x] += t[y - 1][x] * 2 + t[y][x];
            n--;
        }
    }
}

/* The end of the row is a global that a called function changes. */
static void called(int h, int w)
{
    int t[h][w];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < limit; x++) {
            t[y][x] = in[y][x] + x;
            if (y >= 2)
                out[y][x] += t[y - 2][x] + t[y - 1][x] * 3 + t[y][x];
            shorten(y, x);
        }
}

/* The end is what a pointer points to, and the body writes it in a nested condition. */
static void pointed(int h, int w, int *n)
{
    int t[h][w];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < *n; x++) {
            t[y][x] = in[y][x] + x;
            if (y >= 2)
                out[y][x] += t[y - 2][x] + t[y - 1][x] * 3 + t[y][x];
            if (y == 15) {
                if (x == 9)
                    *n = 60;
            }
        }
}

/* The end is an element of an array. */
static void element(int h, int w, int v[2])
{
    int t[h][w];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < v[0]; x++) {
            t[y][x] = in[y][x] + x;
            if (y >= 2)
                out[y][x] += t[y - 2][x] + t[y - 1][x] * 3 + t[y][x];
            if (y == 15 && x == 11)
                v[0] = 50;
        }
}

/* The end is a member. */
static void member(int h, int w, struct view *view)
{
    int t[h][w];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < view->width; x++) {
            t[y][x] = in[y][x] + x;
            if (y >= 2)
                out[y][x] += t[y - 2][x] + t[y - 1][x] * 3 + t[y][x];
            if (y == 18 && x == 5)
                view->width -= 20;
        }
}

/* The end is changed through another name for it. */
static void alias(int h, int w, int *last)
{
    int t[h][w];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < limit; x++) {
            t[y][x] = in[y][x] + x;
            if (y >= 2)
                out[y][x] += t[y - 2][x] + t[y - 1][x] * 3 + t[y][x];
            if (y == 20 && x == 33)
                *last = 40;
        }
}

/* The end is asked of the device each time. */
static void device(int h, int w, volatile int *n)
{
    int t[h][w];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < *n; x++) {
            t[y][x] = in[y][x] + x;
            if (y >= 2)
                out[y][x] += t[y - 2][x] + t[y - 1][x] * 3 + t[y][x];
        }
}

/* The end is an expression of which the body changes a part. */
static void part(int h, int w)
{
    int margin = 1;
    int t[h][w];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w - margin; x++) {
            t[y][x] = in[y][x] + x;
            if (y >= 2)
                out[y][x] += t[y - 2][x] + t[y - 1][x] * 3 + t[y][x];
            if (y == 10 && x == 10)
                margin = 30;
        }
}

/* The counter is narrower than the end. */
static void narrow(int h, long w)
{
    int t[h][w];
    for (int y = 0; y < h; y++)
        for (short x = 0; x < w; x++) {
            t[y][x] = in[y][x] + x;
            if (y >= 2)
                out[y][x] += t[y - 2][x] + t[y - 1][x] * 3 + t[y][x];
        }
}

static void print(const char *name)
{
    long sum = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            sum += (long)out[y][x] * (x + y + 1);
            out[y][x] = 0;
        }
    printf("%s %ld\n", name, sum);
}

int main(void)
{
    int n = W, v[2] = {W, 0};
    volatile int m = W - 3;
    struct view view = {W};
    float total = 0.0f;

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            in[y][x] = (y * 7 + x * 5) % 23;
    called(H, W); print("called");
    pointed(H, W, &n); print("pointed");
    element(H, W, v); print("element");
    member(H, W, &view); print("member");
    limit = W;
    alias(H, W, &limit); print("alias");
    device(H, W, &m); print("device");
    part(H, W); print("part");
    narrow(H, W); print("narrow");
    shrinking(H, W); print("shrinking");
    for (int x = 0; x < W; x++)
        weights[x] = (float)(x % 11);
    set_first(H, W);
    for (int x = 0; x < W; x++)
        total += sums[x] * (float)(x % 7);
    printf("set first %g %d\n", (double)total, length);
    return 0;
}
