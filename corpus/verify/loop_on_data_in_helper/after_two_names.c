/* verify: refuted
 * The loop asks a copy, which does not change.
 */
#include <stdio.h>

static void sorted(unsigned char *a, unsigned char *b)
{
    for (int i = 1; i < 5; i++) {
        unsigned char v = a[i];
        int j = i - 1;
        while (j >= 0 && b[j] > v) {
            a[j + 1] = a[j];
            j--;
        }
        a[j + 1] = v;
    }
}

void median(const unsigned char in[64], unsigned char out[64])
{
    unsigned char window[5], other[5];
    for (int x = 2; x < 62; x++) {
        for (int k = 0; k < 5; k++) {
            window[k] = in[x + k - 2];
            other[k] = window[k];
        }
        sorted(window, other);
        out[x] = 2 * window[2] + other[2];
    }
}

int main(void)
{
    unsigned char in[64], out[64] = {0};
    for (int x = 0; x < 64; x++)
        in[x] = (unsigned char)(x * 37 % 101);
    median(in, out);
    for (int x = 0; x < 64; x++)
        printf("%d ", out[x]);
    return 0;
}
