// kept: t no-smaller-mapping
/* The loop over all elements is read as rows, and needs all of them. */
#include <stdlib.h>

void add(const float *in, float *out, int w, int h)
{
    float *t = malloc(sizeof(float) * w * h);
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            t[y * w + x] = in[y * w + x] * 2;
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[y * w + x];
    }
    for (int i = 0; i < w * h; i++)
        out[i] += t[i];
    free(t);
}
