// kept: c->rows struct-member
#include <stdlib.h>

struct context {
    int w, h;
    float *rows;
};

void difference(struct context *c, const float *in, float *out)
{
    int w = c->w, h = c->h;
    c->rows = malloc(sizeof(float) * w * h);
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            c->rows[y * w + x] = in[y * w + x] * 2;
        if (y >= 1)
            for (int x = 0; x < w; x++)
                out[y * w + x] = c->rows[y * w + x] - c->rows[(y - 1) * w + x];
    }
    free(c->rows);
    c->rows = NULL;
}
