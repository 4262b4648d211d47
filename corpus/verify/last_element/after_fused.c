/* verify: proved
 * One loop.
 */
#include <stdio.h>

#ifndef W
#define W 6
#endif
#ifndef H
#define H 5
#endif

static float last(int w, int h, const float *restrict in, float *restrict out)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            out[y * w + x] = in[y * w + x] * 0.5f;
            out[y * w + x] += 1;
        }
    return out[w * h - 1];
}

static float in[W * H], out[W * H];

int main(void)
{
    for (int i = 0; i < W * H; i++)
        in[i] = i * i % 11;
    printf("%g\n", last(W, H, in, out));
    return 0;
}
