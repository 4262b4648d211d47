/* Pointers to rows: of arrays with two and three dimensions, of flat ones, and made from each other. */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 22
#endif
#ifndef W
#define W 18
#endif

#define ROW(image, y) ((image) + (y) * w)

static float in[H][W], out[H][W];

/* Each way to name a row of a declared array. */
static void declared(void)
{
    float across[H][W];

    for (int y = 0; y < H; y++) {
        float *dst = across[y];
        for (int x = 1; x < W - 1; x++)
            dst[x] = in[y][x - 1] + in[y][x] + in[y][x + 1];
        if (y >= 2) {
            const float *above = across[y - 2], *row = &across[y - 1][0];
            const float *const below = &across[y][1];
            for (int x = 1; x < W - 1; x++)
                out[y - 1][x] = above[x] + row[x] + below[x - 1];
        }
    }
}

/* Rows that are longer than what is used of them. */
static void padded(int h, int w)
{
    static float kept[H + 8][W + 8];

    for (int y = 0; y < h; y++) {
        float *row = kept[y];
        for (int x = 0; x < w; x++)
            row[x] = in[y][x] * y;
        if (y > 0) {
            const float *before = kept[y - 1];
            for (int x = 0; x < w; x++)
                out[y][x] += before[x];
        }
    }
}

/* One row is left of it; part of a row has a pointer of its own. */
static void one_row(void)
{
    float line[H][W];

    for (int y = 0; y < H; y++) {
        float *row = line[y], *inner = row + 1;
        for (int x = 0; x < W; x++)
            row[x] = in[y][x] * 0.5f;
        for (int x = 0; x < W - 2; x++)
            out[y][x + 1] += inner[x - 1] + inner[x] + inner[x + 1];
    }
}

/* The rows of the array are rows of an allocation. */
static void allocated(void)
{
    float (*rows)[W] = malloc(H * sizeof *rows);
    float (*image)[H][W] = malloc(sizeof *image);

    if (!rows || !image) {
        free(rows);
        free(image);
        return;
    }
    for (int y = 0; y < H; y++) {
        float *a = rows[y], *b = &(*image)[y][0];
        for (int x = 0; x < W; x++) {
            a[x] = in[y][x] + 1;
            b[x] = in[y][x] - 1;
        }
        const float *last = rows[y > 0 ? y - 1 : 0], *old = (*image)[y > 0 ? y - 1 : 0];
        for (int x = 0; x < W; x++)
            out[y][x] += a[x] * last[x] + b[x] * old[x];
    }
    free(rows);
    free(image);
}

/* Flat arrays: the row is a multiple of the width. */
static void flat(int h, int w)
{
    float *sums = malloc(sizeof(float) * h * w);
    float diffs[h * w];

    if (!sums)
        return;
    for (int y = 0; y < h; y++) {
        float *sum = sums + y * w, *diff = &diffs[y * w];
        for (int x = 0; x < w - 1; x++) {
            sum[x] = in[y][x] + in[y][x + 1];
            diff[x] = in[y][x] - in[y][x + 1];
        }
        if (y >= 1) {
            const float *before = sum - w, *wider = diffs + ((y - 1) * w + 1);
            for (int x = 1; x < w - 1; x++)
                out[y][x] += sum[x] * before[x - 1] + diff[x] + wider[x - 1];
        }
    }
    free(sums);
}

/* The same by a macro. */
static void named(int h, int w)
{
    float *tmp = malloc(sizeof(float) * h * w);

    if (!tmp)
        return;
    for (int y = 0; y < h; y++) {
        float *dst = ROW(tmp, y);
        for (int x = 0; x < w; x++)
            dst[x] = in[y][x] * in[y][x];
        if (y > 0) {
            const float *above = ROW(tmp, y - 1), *row = ROW(above, 1);
            for (int x = 0; x < w; x++)
                out[y][x] -= above[x] + row[x];
        }
    }
    free(tmp);
}

/* A pointer has the value of its declaration, whatever happens to the objects in it. */
static void moving(void)
{
    float tmp[H][W];
    int k = 0;

    while (k < H) {
        float *row = tmp[k];
        for (int x = 0; x < W; x++)
            row[x] = in[k][x] + k;
        k++;
        if (k >= 3) {
            const float *oldest = tmp[k - 3];
            for (int x = 0; x < W; x++)
                out[k - 1][x] -= oldest[x] + row[x];
        }
    }
}

/* Which row it is, a condition says: at the edges the nearest one. */
static void nearest(void)
{
    float tmp[H][W];

    for (int y = 0; y <= H; y++) {
        if (y < H) {
            float *row = tmp[y];
            for (int x = 0; x < W; x++)
                row[x] = in[y][x] * 0.75f;
        }
        if (y > 0) {
            const int above = y > 1 ? y - 2 : y - 1;
            const float *up = tmp[above], *down = tmp[y < H ? y : y - 1], *next = down + 1;
            for (int x = 0; x < W - 1; x++)
                out[y - 1][x] += up[x] - down[x] + next[x];
        }
    }
}

/* Rows that share storage in the end must not be said to be apart. */
static void restricted(void)
{
    float tmp[H][W];

    for (int x = 0; x < W; x++)
        tmp[0][x] = in[0][x];
    for (int y = 1; y < H; y++) {
        const float *restrict old = tmp[y - 1];
        float *restrict new = tmp[y];
        for (int x = 0; x < W; x++)
            out[y][x] += old[x];
        for (int x = 0; x < W; x++)
            new[x] = in[y][x] * 3;
    }
}

/* Pointers to elements of one row each. */
static void pixels(int h, int w)
{
    float (*colours)[3] = malloc(h * w * sizeof *colours);

    if (colours == NULL)
        return;
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++) {
            float *colour = colours[y * w + x];
            for (int c = 0; c < 3; c++)
                colour[c] = in[y][x] * c;
        }
        for (int x = 0; x < w; x++) {
            const float *colour = &colours[y * w + x][0], *rest = colour + 1;
            out[y][x] -= colour[0] + rest[0] * 3 + rest[1];
        }
    }
    free(colours);
}

struct pair {
    int a, b;
};

/* Elements with members, and rows of planes. */
static int planes(void)
{
    struct pair pairs[H][W];
    int cube[3][H][W], total = 0;

    for (int c = 0; c < 3; c++)
        for (int y = 0; y < H; y++) {
            struct pair *pair = pairs[y];
            int *row = cube[c][y];
            for (int x = 0; x < W; x++) {
                pair[x].a = (int)in[y][x] % 7;
                pair[x].b = c + x;
                row[x] = x * c + y;
            }
            if (y > 0) {
                const int *up = cube[c][y - 1];
                const struct pair *above = &pairs[y - 1][0];
                for (int x = 0; x < W; x++)
                    total += up[x] * row[x] + above[x].a * pair[x].b;
            }
        }
    return total;
}

int main(void)
{
    float sum = 0;
    int total;

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            in[y][x] = (y * 37 + x * 11) % 29;
    declared();
    padded(H, W);
    one_row();
    allocated();
    flat(H, W);
    named(H, W);
    moving();
    nearest();
    restricted();
    pixels(H, W);
    total = planes();
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            sum += out[y][x] * ((x + 2 * y) % 5 + 1);
    printf("total %d, sum of all results %.3f\n", total, sum);
    return 0;
}
