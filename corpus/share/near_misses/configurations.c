/*
 * Another configuration reads the first array at the end, and asks for the size of the last one.
 *
 * Expected:
 *   a, c   stay: a line that `#if` leaves out names them
 *   d, f   stay: so does an argument that `assert` may leave out
 */
#define NDEBUG
#include <assert.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#ifndef N
#define N 40 /* elements */
#endif

static void kernel(const float *in, float *out)
{
    float a[N], b[N], c[N];
    for (int i = 0; i < N; i++)
        a[i] = in[i] * 2;
    for (int i = 0; i < N; i++)
        b[i] = a[N - 1 - i] + 1;
    for (int i = 0; i < N; i++)
        c[i] = b[N - 1 - i] * 3;
#ifdef TRACE
    printf("%g %zu\n", (double)a[3], sizeof c);
#endif
    for (int i = 0; i < N; i++)
        out[i] = c[N - 1 - i];
}

static void checked(const float *in, float *out)
{
    float d[N], e[N], f[N];
    for (int i = 0; i < N; i++)
        d[i] = in[i] * 2;
    for (int i = 0; i < N; i++)
        e[i] = d[N - 1 - i] + 1;
    for (int i = 0; i < N; i++)
        f[i] = e[N - 1 - i] * 3;
    assert(d[0] == in[0] * 2);
    for (int i = 0; i < N; i++)
        out[i] += f[N - 1 - i];
}

int main(void)
{
    uint64_t hash = 14695981039346656037u;
    static float in[N], out[N];

    for (int i = 0; i < N; i++)
        in[i] = (float)(i * 7 % 13) / 8;
    kernel(in, out);
    checked(in, out);
    for (int i = 0; i < N; i++)
        hash = (hash ^ (uint64_t)(int64_t)(in[i] + out[i] * 64)) * 1099511628211u;
    printf("%016" PRIx64 "\n", hash);
    return 0;
}
