/* Whole statements in macros: edited in the body where all uses agree, else written out there. */
#include <stdio.h>

#ifndef N
#define N 12
#endif
#ifndef SCALE
#define SCALE 0.5
#endif
#define OFFSET (2 * SCALE)
#define STEP(i) tmp[i] = SCALE * in[i] + OFFSET; out[i] += tmp[i]
#define BOTH(i) \
    do { \
        s[i] = in[i] + 1; \
        d[i] = s[i] - \
               in[i] * in[i]; \
        out[i] += s[i] * d[i]; \
    } while (0)
#define BUF line
#define SMOOTH \
    for (int i = 0; i < N; i++) { \
        BUF[i] = in[i] * SCALE; \
        out[i] += BUF[i]; \
    }

static void all_agree(const double *in, double *out)
{
    double tmp[N];

    for (int i = 0; i < N; i++) {
        STEP(i);
    }
}

static void folded(const double *in, double *out)
{
    double s[N], d[N], line[N];

    for (int i = 0; i < N; i++)
        BOTH(i);
    SMOOTH
    for (int k = 0; k < N; k++) {
        BUF[k] = in[k];
        out[k] -= BUF[k];
    }
}

/* The same macros on arrays that must stay. */
static void kept(const double *in, double *out)
{
    double s[N], d[N], line[N];

    for (int i = 0; i < N; i++)
        BOTH(i);
    SMOOTH
    for (int i = 0; i < N; i++)
        out[i] += s[N - 1 - i] * d[N - 1 - i] + line[N - 1 - i];
}

int main(void)
{
    double in[N], out[N];

    for (int i = 0; i < N; i++) {
        in[i] = ((i * 31) % 17) / 17.0;
        out[i] = 0;
    }
    all_agree(in, out);
    folded(in, out);
    kept(in, out);
    for (int i = 0; i < N; i++)
        printf("%a\n", out[i]);
    return 0;
}
