/* Sizes that are members of structures. */
#include <stdio.h>

#ifndef N
#define N 12
#endif

struct shape {
    int rows, cols;
};

struct image {
    struct shape shape;
    int w, h;
    double *data;
};

static double in[N * N + 64], out[N * N + 64];

static void by_value(struct shape s)
{
    double t[N + 1][N + 1];
    for (int i = 0; i < s.rows; i++) {
        for (int j = 0; j < s.cols; j++)
            t[i][j] = in[i * s.cols + j];
        for (int j = 0; j < s.cols; j++)
            out[j] += t[i][j] - (i > 0 ? t[i - 1][j] : 0.0);
    }
}

static void behind_pointer(const struct image *img)
{
    double row[N + 1], up[N + 1][N + 1];
    for (int y = 0; y < img->h; y++) {
        for (int x = 0; x < img->w; x++) {
            row[x] = img->data[y * img->w + x];
            up[y][x] = row[x] * 0.5;
        }
        if (y > 0)
            for (int x = 0; x < img->w; x++)
                img->data[y * img->w + x] += up[y - 1][x] + up[y][x];
    }
}

/* The member changes in the loop: its loops are followed as far as they go, but a subscript with it
   means any element, and `u` stays. */
static void changed(struct shape s)
{
    double t[N + 1], u[N + 1];
    for (int i = 0; i <= N; i++)
        u[i] = in[i];
    for (int i = 0; i < s.rows; i++) {
        t[i] = in[i];
        out[i] += t[i] + u[s.rows];
        if (in[i] > 5.0)
            s.rows--;
    }
}

/* A store of an integer may change the size: `u` stays. */
static void aliased(struct image *img, int *counts)
{
    double t[N + 1], u[N + 1];
    for (int i = 0; i <= N; i++)
        u[i] = in[i];
    for (int x = 0; x < img->w; x++) {
        t[x] = in[x];
        counts[x]++;
        out[x] += t[x] * u[img->w];
    }
}

int main(void)
{
    int counts[N] = {0};
    for (int i = 0; i < N * N + 64; i++)
        in[i] = (i * 37 % 101) / 7.0;
    struct shape s = {N, N};
    struct image img = {s, N, N - 1, in};
    by_value(s);
    behind_pointer(&img);
    changed(s);
    aliased(&img, counts);
    for (int i = 0; i < N; i++)
        printf("%.9g %.9g %d\n", out[i], in[i * N + i], counts[i]);
    return 0;
}
