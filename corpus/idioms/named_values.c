/* Constants that name an element for a few lines: each is a value that the loop reads, also where
 * the array becomes a single variable and the line looks as one that names a number. */
#include <stdio.h>

#ifndef N
#define N 12
#endif

typedef long long wide;

static wide mixed(const int in[], int n)
{
    wide level[n], gain[n];
    wide sum = 0;

    for (int i = 0; i < n; i++) {
        level[i] = in[i] - 5;
        const wide now = level[i];
        gain[i] = 3 * now + in[n - 1 - i];
        const wide both = now * gain[i] - (gain[i] + 1), more = both + i;
        sum = 7 * (sum % 1000003) + more - both;
    }
    for (int i = 0; i < n; i++) {
        const wide last = level[n - 1] + 1 + i;
        sum ^= last;
    }
    return sum;
}

int main(void)
{
    int in[N];
    for (int i = 0; i < N; i++)
        in[i] = (i * i + 3) % 11;
    printf("%lld\n", mixed(in, N));
    return 0;
}
