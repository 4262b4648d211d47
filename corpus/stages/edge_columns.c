/*
 * A blurred flat image whose first and last columns are those beside them: of the input, or of the
 * row that was computed. In rows of one column, the place beside the edge would be in another row.
 *
 * Expected: three rows of `across` in both functions. The input is read wherever it is.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef W
#define W 23 /* columns */
#endif
#ifndef H
#define H 19 /* rows */
#endif

static void from_input(const float *in, float *out, int w, int h)
{
    float *across = malloc((size_t)w * h * sizeof *across);

    if (!across)
        return;
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            across[y * w + x] = (in[y * w + x - 1] + in[y * w + x] + in[y * w + x + 1]) / 3;
    for (int y = 0; y < h; y++) {
        across[y * w] = in[y * w + 1];
        across[y * w + w - 1] = in[y * w + w - 2];
    }
    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = (across[(y - 1) * w + x] + across[y * w + x] + across[(y + 1) * w + x]) / 3;
    free(across);
}

static void from_row(const float *in, float *out, int w, int h)
{
    float *across = malloc((size_t)w * h * sizeof *across);

    if (!across)
        return;
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            across[y * w + x] = (in[y * w + x - 1] + in[y * w + x] + in[y * w + x + 1]) / 3;
    for (int y = 0; y < h; y++) {
        across[y * w] = across[y * w + 1];
        across[y * w + w - 1] = across[y * w + w - 2];
    }
    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = (across[(y - 1) * w + x] + across[y * w + x] + across[(y + 1) * w + x]) / 3;
    free(across);
}

static float in[W * H], out[W * H], other[W * H];

int main(void)
{
    for (int k = 0; k < W * H; k++)
        in[k] = k * 37 % 101;
    if (W >= 2)
        from_input(in, out, W, H);
    if (W >= 3)
        from_row(in, other, W, H);
    for (int k = 0; k < W * H && k < 300; k++)
        printf("%a %a\n", (double)out[k], (double)other[k]);
    return 0;
}
