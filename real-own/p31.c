#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* row copies with memcpy into a flat work image, then vertical filter */
void vfilter(const float *in, float *out, int w, int h)
{
    float *work = malloc((size_t)w * h * sizeof(float));
    if (!work)
        return;
    for (int y = 0; y < h; y++) {
        memcpy(&work[y * w], &in[y * w], sizeof(float) * (size_t)w);
        for (int x = 1; x < w; x++)
            work[y * w + x] += 0.5f * work[y * w + x - 1];
        if (y > 0)
            for (int x = 0; x < w; x++)
                out[y * w + x] = work[y * w + x] - work[(y - 1) * w + x];
    }
    free(work);
}
int main(void)
{
    int w = 45, h = 35;
    float *a = malloc(sizeof(float) * (size_t)(w * h)), *b = calloc((size_t)(w * h), sizeof(float));
    for (int i = 0; i < w * h; i++)
        a[i] = (float)(i % 23);
    vfilter(a, b, w, h);
    double s = 0;
    for (int i = 0; i < w * h; i++)
        s += b[i] * (i % 4);
    printf("%.5f\n", s);
    free(a);
    free(b);
    return 0;
}
