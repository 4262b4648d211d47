/* verify: refuted
 * Only odd rows move the pointer on.
 */
#include <stdio.h>

#ifndef H
#define H 5
#endif
#ifndef W
#define W 7
#endif

double fade(const float *in, int h, int w)
{
    double sum = 0;
    const float *row = in;
    for (int y = 0; y < h; y++) {
        const float *p = row;
        for (int x = 0; x < w; x++)
            sum = sum / 2 + *p++;
        if (y & 1)
            row = p;
    }
    return sum;
}

int main(void)
{
    float in[2 * H * W];
    for (int i = 0; i < 2 * H * W; i++)
        in[i] = (i * 7 + 3) % 11;
    printf("%g %g\n", fade(in, H, W), fade(in, H, 0));
    return 0;
}
