/* Sizes in a structure, beside library calls that fill other storage: a buffer of numbers of
 * another type, or the array itself. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef N
#define N 12
#endif

struct image {
    int w, h;
    float *px;
};

static void sharpen(const struct image *in, struct image *out)
{
    float *t = malloc(sizeof(float) * (size_t)in->w * (size_t)in->h);

    memset(out->px, 0, sizeof(float) * (size_t)out->w * (size_t)out->h);
    for (int y = 0; y < in->h; y++) {
        for (int x = 0; x < in->w; x++)
            t[y * in->w + x] = in->px[y * in->w + x] * 2;
        if (y >= 1)
            for (int x = 0; x < in->w; x++)
                out->px[y * in->w + x] = t[y * in->w + x] - t[(y - 1) * in->w + x];
    }
    free(t);
}

int main(void)
{
    struct image in = { N, N + 3, NULL }, out = { N, N + 3, NULL };
    double sum = 0;

    in.px = malloc(sizeof(float) * N * (N + 3));
    out.px = malloc(sizeof(float) * N * (N + 3));
    for (int i = 0; i < N * (N + 3); i++)
        in.px[i] = (float)(i * 5 % 17);
    sharpen(&in, &out);
    for (int i = 0; i < N * (N + 3); i++)
        sum = 0.5 * sum + out.px[i];
    printf("%a\n", sum);
    free(in.px);
    free(out.px);
    return 0;
}
