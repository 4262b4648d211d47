/* A function that is chosen at run time is called before the stages and after them: it may change
   the sizes in the structures, but not between the two stages. */
#include <stdio.h>
#include <stdlib.h>

struct image {
    int w, h;
    float *data;
};

static void tell(const char *what)
{
    fprintf(stderr, "%s\n", what);
}

int edges(struct image *out, const struct image *in, void (*report)(const char *))
{
    report("edges");
    float *t = malloc(in->w * in->h * sizeof *t);
    if (!t)
        return 0;
    for (int y = 0; y < in->h; y++)
        for (int x = 0; x < in->w; x++)
            t[y * in->w + x] = in->data[y * in->w + x] * 0.25f;
    for (int y = 1; y < in->h; y++)
        for (int x = 0; x < in->w; x++)
            out->data[y * in->w + x] = t[y * in->w + x] - t[(y - 1) * in->w + x];
    report("done");
    free(t);
    return 1;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 30;
    struct image in = { n, n, calloc(n * n, sizeof(float)) };
    struct image out = { n, n, calloc(n * n, sizeof(float)) };
    double sum = 0;
    if (n < 1 || !in.data || !out.data)
        return 1;
    for (int i = 0; i < n * n; i++)
        in.data[i] = (float)(i * 5 % 13);
    if (!edges(&out, &in, tell))
        return 1;
    for (int i = 0; i < n * n; i++)
        sum += out.data[i] * (i % 3);
    printf("%.3f\n", sum);
    free(in.data);
    free(out.data);
    return 0;
}
