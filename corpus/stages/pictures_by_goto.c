/*
 * Pictures whose pointers are null first: what fails jumps to the end, where all are freed. Stages
 * return null where there is no memory.
 *
 * Expected:
 *   in       three rows
 *   blurred  three rows
 *   slopes   one row
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 12
#endif
#ifndef W
#define W 10
#endif

typedef struct {
    int w, h;
    float *px;
} picture;

static picture *picture_new(int w, int h)
{
    picture *p = malloc(sizeof(picture));
    if (!p)
        return NULL;
    p->w = w;
    p->h = h;
    p->px = malloc(sizeof(float) * w * h);
    if (!p->px) {
        free(p);
        return NULL;
    }
    return p;
}

static void picture_free(picture *p)
{
    if (p)
        free(p->px);
    free(p);
}

static picture *blurred_by(const picture *in)
{
    picture *t = picture_new(in->w, in->h);
    if (!t)
        return NULL;
    for (int y = 1; y < in->h - 1; y++)
        for (int x = 0; x < in->w; x++)
            t->px[y * in->w + x] = in->px[(y - 1) * in->w + x] + in->px[(y + 1) * in->w + x];
    return t;
}

static picture *slopes_of(const picture *in)
{
    picture *t = picture_new(in->w, in->h);
    if (!t)
        return NULL;
    for (int y = 2; y < in->h - 2; y++)
        for (int x = 0; x < in->w; x++)
            t->px[y * in->w + x] = in->px[(y - 1) * in->w + x] - in->px[(y + 1) * in->w + x];
    return t;
}

int main(void)
{
    int w = W, h = H, rc = 1;
    picture *in = NULL, *blurred = NULL, *slopes = NULL;

    if (!(in = picture_new(w, h)))
        goto done;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            in->px[y * w + x] = (x * 7 + y * 3) % 19;
    if (!(blurred = blurred_by(in)))
        goto done;
    if (!(slopes = slopes_of(blurred)))
        goto done;
    float sum = 0;
    for (int y = 2; y < h - 2; y++)
        for (int x = 0; x < w; x++)
            sum = 0.5f * sum + slopes->px[y * w + x];
    printf("sum %f\n", sum);
    rc = 0;
done:
    picture_free(in);
    picture_free(blurred);
    picture_free(slopes);
    return rc;
}
