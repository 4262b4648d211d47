/* verify: proved
 * The scale is read once.
 */
#include <stdio.h>

#ifndef N
#define N 10
#endif

struct filter {
    const int *source;
    int scale[2];
};

static void louder(struct filter *filter)
{
    filter->scale[0] *= 3;
}

void scaled(const int *in, int *out, int n, void (*tuned)(struct filter *))
{
    struct filter filter;
    filter.source = in;
    filter.scale[0] = 2;
    filter.scale[1] = n;
    tuned(&filter);
    const int scale = filter.scale[0];
    for (int i = 0; i < n; i++)
        out[i] = in[i] * scale;
}

int main(void)
{
    int in[N], out[N];
    for (int i = 0; i < N; i++)
        in[i] = i * 5 % 8 + 1;
    scaled(in, out, N, louder);
    for (int i = 0; i < N; i++)
        printf("%d\n", out[i]);
    return 0;
}
