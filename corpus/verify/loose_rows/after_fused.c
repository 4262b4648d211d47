/* verify: proved
 * One loop, which keeps three rows.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 9 /* rows */
#endif
#ifndef W
#define W 8 /* columns */
#endif

static void smooth(const float *in, float *out, int h, int w, int pitch)
{
    float *t = malloc(sizeof(float) * 3 * w);

    if (!t)
        return;
    for (int y = 0; y < h; y++) {
        for (int x = 1; x < w - 1; x++)
            t[y % 3 * w + x] = in[y * w + x - 1] + in[y * w + x] + in[y * w + x + 1];
        if (y >= 2)
            for (int x = 1; x < w - 1; x++)
                out[(y - 1) * pitch + x] = t[(y - 2) % 3 * w + x] + t[(y - 1) % 3 * w + x]
                                           + t[y % 3 * w + x];
    }
    free(t);
}

static float in[H * W];
static float out[H * (W + 2)];

int main(void)
{
    double checksum = 0;

    for (int i = 0; i < H * W; i++)
        in[i] = (i * 7 + i / W) % 19;
    for (int pitch = W - 4; pitch <= W + 1; pitch++) {
        smooth(in, out, H, W, pitch);
        for (int i = 0; i < H * (W + 2); i++)
            checksum += out[i] * (i % 11);
    }
    printf("%.9g\n", checksum);
    return 0;
}
