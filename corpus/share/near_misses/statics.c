/*
 * Static arrays that other code may read or set between two uses.
 *
 * Expected:
 *   found, pairs    stay: the caller reads the returned array
 *   outer, inner    stay: `deep` calls itself
 *   last, next      stay: `last` keeps the values of the call before
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#ifndef N
#define N 32 /* elements */
#endif

int *search(const int *in)
{
    static int found[N], pairs[N];
    for (int i = 0; i < N; i++)
        found[i] = in[i] * 2;
    for (int i = 0; i < N; i++)
        pairs[i] = found[N - 1 - i] + i;
    return pairs;
}

static int deep(int n)
{
    static int outer[N], inner[N];
    int sum = 0;
    for (int i = 0; i < N; i++)
        outer[i] = n * i;
    for (int i = 0; i < N; i++)
        sum += outer[N - 1 - i];
    if (n > 0)
        sum += deep(n - 1);
    for (int i = 0; i < N; i++)
        inner[i] = sum + i;
    for (int i = 0; i < N; i++)
        sum ^= inner[N - 1 - i];
    return sum;
}

static void track(const int *in, int *out)
{
    static int last[N];
    static int next[N];
    for (int i = 0; i < N; i++)
        next[i] = in[i] - last[i];
    for (int i = 0; i < N; i++)
        last[i] = in[i];
    for (int i = 0; i < N; i++)
        out[i] = next[N - 1 - i];
}

int main(void)
{
    uint64_t hash = 14695981039346656037u;
    int in[N], out[N];

    for (int call = 0; call < 3; call++) {
        for (int i = 0; i < N; i++)
            in[i] = (i * 7 + call) % 13;
        track(in, out);
        const int *pairs = search(in);
        for (int i = 0; i < N; i++)
            hash = (hash ^ (uint64_t)(out[i] + pairs[i] + in[i])) * 1099511628211u;
    }
    hash = (hash ^ (uint64_t)deep(3)) * 1099511628211u;
    printf("%016" PRIx64 "\n", hash);
    return 0;
}
