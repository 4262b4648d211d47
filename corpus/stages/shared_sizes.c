/*
 * Stages that each compute the number of elements for themselves.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef W
#define W 19
#endif
#ifndef H
#define H 14
#endif

static void gain(const float *s, float *t, int w, int h)
{
    int n = w * h;

    for (int i = 0; i < n; i++)
        t[i] = s[i] * 2;
}

static void offset(const float *t, float *u, int w, int h)
{
    int n = w * h;
    int last = n - w;

    for (int i = 0; i < n; i++)
        u[i] = t[i] + last;
}

static void darken(float *u, int w, int h)
{
    const int n = w * h, last = n - w;

    for (int i = 0; i < n; i++)
        u[i] -= 0.5f * last;
}

static void develop(const float *s, float *u, int width, int height)
{
    float *t = malloc(width * height * sizeof *t);

    if (!t)
        return;
    gain(s, t, width, height);
    offset(t, u, width, height);
    darken(u, width, height);
    free(t);
}

int main(void)
{
    static float s[H * W], u[H * W];

    for (int i = 0; i < H * W; i++)
        s[i] = i % 13;
    develop(s, u, W, H);
    for (int i = 0; i < H * W; i++)
        printf("%a\n", u[i]);
    return 0;
}
