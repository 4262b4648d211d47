/*
 * Matches that the other image does not confirm are left out: it is asked at a place that depends on
 * data, but only if that is inside.
 *
 * Expected:
 *   kept    3 rows
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 14
#endif
#ifndef W
#define W 11
#endif

static void check(const unsigned char *restrict from, const unsigned char *restrict to,
                  unsigned char *restrict out, int w, int h)
{
    unsigned char *kept = malloc((size_t)w * h);
    if (!kept)
        return;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int d = from[y * w + x], at = x - d;
            kept[y * w + x] = at >= 0 && abs(to[y * w + at] - d) <= 1 ? (unsigned char)d : 0;
        }
    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++) {
            int a = kept[(y - 1) * w + x], b = kept[y * w + x], c = kept[(y + 1) * w + x];
            out[y * w + x] = (unsigned char)(b ? b : a < c ? c : a);
        }
    free(kept);
}

int main(void)
{
    static unsigned char from[H * W], to[H * W], out[H * W];
    for (int i = 0; i < H * W; i++) {
        from[i] = (unsigned char)(i * 5 % 9);
        to[i] = (unsigned char)(i * 7 % 9);
    }
    check(from, to, out, W, H);
    for (int i = 0; i < H * W; i++)
        printf("%d ", out[i]);
    printf("\n");
    return 0;
}
