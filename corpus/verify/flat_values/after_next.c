/* verify: refuted
 * One value starts at 1.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef W
#define W 6
#endif
#ifndef H
#define H 5
#endif

static void shade(int w, int h, float *restrict out)
{
    float *t = malloc((size_t)w * h * sizeof *t);

    if (!t)
        exit(1);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y * w + x] = (y * w + x + 1) % 17 + 0.25f * ((y * w + x) / 3);
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[y * w + x] + t[(y - 1) * w + x];
    free(t);
}

static float out[W * H];

int main(void)
{
    shade(W, H, out);
    for (int i = 0; i < W * H; i++)
        printf("%g\n", out[i]);
    return 0;
}
