/* Names that mean something else in the caller. */
#include <stdio.h>

#define LEN 40

static void widen(const short *x, int *y, int n)
{
    int i;
    for (i = 0; i < n; i++)
        y[i] = x[i] * 256;
}

static void filter(int *x, int *y, int n, int shift)
{
    int k[3] = { 1, 2, 1 };
    for (int i = 1; i < n - 1; i++) {
        int sum = 0;
        for (int j = -1; j <= 1; j++)
            sum += k[j + 1] * x[i + j];
        y[i] = sum >> shift;
    }
    y[0] = x[0];
    y[n - 1] = x[n - 1];
}

static void narrow(int *x, short *out, int n)
{
    while (n-- > 0)
        out[n] = (short)(x[n] / 256);
}

int convert(const short *i, short *j, int k)
{
    int x[LEN], y[LEN], sum = k;
    widen(i, x, LEN);
    filter(x, y, LEN, k);
    filter(y, x, LEN, k - 1);
    narrow(x, j, LEN);
    return sum;
}

int main(void)
{
    short in[LEN], out[LEN];
    for (int i = 0; i < LEN; i++)
        in[i] = (short)(i * i % 23);
    int k = convert(in, out, 2);
    for (int i = 0; i < LEN; i++)
        printf("%d %d\n", k, out[i]);
    return 0;
}
