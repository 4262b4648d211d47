/* `main` fills an image, a stage without arrays of its own filters it, and what is printed is a sum
   of bytes that another function computes: nothing needs a whole image. */
#include <stdio.h>
#include <stdlib.h>

static void sorted(unsigned char *window)
{
    for (int i = 1; i < 3; i++) {
        unsigned char own = window[i];
        int j = i - 1;
        while (j >= 0 && window[j] > own) {
            window[j + 1] = window[j];
            j--;
        }
        window[j + 1] = own;
    }
}

static void median(const unsigned char *in, unsigned char *out, int w, int h)
{
    unsigned char window[3];

    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = in[y * w + x];
    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++) {
            for (int k = 0; k < 3; k++)
                window[k] = in[(y + k - 1) * w + x];
            sorted(window);
            out[y * w + x] = window[1];
        }
}

static unsigned sum(const unsigned char *a, int n)
{
    unsigned s = 1;
    for (int i = 0; i < n; i++)
        s = s * 17u + a[i];
    return s;
}

int main(void)
{
    int w = 21, h = 14;
    unsigned char *in = malloc((size_t)w * h), *out = malloc((size_t)w * h);
    if (!in || !out) return 1;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            in[y * w + x] = (unsigned char)(x * 31 % 17 + y * y % 23);
    median(in, out, w, h);
    printf("%08x\n", sum(out, w * h));
    free(in);
    free(out);
    return 0;
}
