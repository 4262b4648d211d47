/* Structures that a function makes for itself and uses member by member: their pointers are heap arrays like others. */
#include <stdio.h>
#include <stdlib.h>

#define H 20
#define W 30

typedef struct {
    int w, h;
    float *px;
} Image;

struct pair {
    float *first, *second;
    unsigned rows : 3;
    int done;
};

static float in[H * W], out[H * W];

static void blur(int w, int h)
{
    Image tmp;
    tmp.w = w;
    tmp.h = h;
    tmp.px = malloc(sizeof(float) * w * h);
    if (!tmp.px)
        return;
    for (int y = 0; y < tmp.h; y++) {
        for (int x = 1; x < tmp.w - 1; x++)
            tmp.px[y * w + x] = in[y * w + x - 1] + in[y * w + x] + in[y * w + x + 1];
        if (y >= 2)
            for (int x = 1; x < w - 1; x++)
                out[(y - 1) * w + x] = tmp.px[(y - 2) * w + x] + tmp.px[(y - 1) * w + x] + tmp.px[y * w + x];
    }
    free(tmp.px);
}

/* `rows` has three bits, so it is not followed. */
static void both(int w, int h)
{
    struct pair s;
    s.first = malloc(w * h * sizeof(float));
    s.second = malloc(w * h * sizeof(float));
    s.rows = 0;
    s.done = 0;
    if (s.first && s.second)
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++)
                s.first[y * w + x] = in[y * w + x] * 2;
            for (int x = 0; x < w; x++)
                s.second[y * w + x] = s.first[y * w + x] + s.rows;
            for (int x = 0; x < w; x++)
                out[y * w + x] += s.second[y * w + x];
            s.rows++;
            s.done++;
        }
    printf("%u %d\n", s.rows, s.done);
    free(s.first);
    free(s.second);
}

/* One element at a time. */
static void points(int n)
{
    Image t;
    t.px = malloc(n * sizeof *t.px);
    if (t.px == NULL)
        return;
    for (int i = 0; i < n; i++) {
        t.px[i] = in[i] * in[i];
        out[i] -= t.px[i];
    }
    free(t.px);
}

static void show(const Image *im)
{
    printf("%d %d %g\n", im->w, im->h, im->px[0]);
}

/* Others see this structure: `im.px` stays. */
static void seen(int w, int h)
{
    Image im;
    im.w = w;
    im.h = h;
    im.px = malloc(sizeof(float) * w * h);
    if (!im.px)
        return;
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            im.px[y * w + x] = in[y * w + x] + y;
        for (int x = 0; x < w; x++)
            out[y * w + x] += im.px[y * w + x];
    }
    show(&im);
    free(im.px);
}

int main(void)
{
    for (int i = 0; i < H * W; i++)
        in[i] = i * 7 % 13;
    blur(W, H);
    both(W, H);
    points(H * W);
    seen(W, H);
    for (int i = 0; i < H * W; i++)
        printf("%.9g\n", out[i]);
    return 0;
}
