// kept: t may-change
#include <stdlib.h>
#include <string.h>

struct image {
    int w, h;
    unsigned char *mask;
};

void rows(struct image *p, const float *in, float *out)
{
    float *t = malloc(sizeof(float) * p->w * p->h);
    for (int y = 0; y < p->h; y++) {
        memset(p->mask, 0, 64);
        for (int x = 0; x < p->w; x++)
            t[y * p->w + x] = in[y * p->w + x] * 2;
        if (y >= 1)
            for (int x = 0; x < p->w; x++)
                out[y * p->w + x] = t[y * p->w + x] - t[(y - 1) * p->w + x];
    }
    free(t);
}
