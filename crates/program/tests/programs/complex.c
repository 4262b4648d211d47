/* Complex numbers: operators with real and complex operands, conversions, parts, functions, layout. */
#include <complex.h>
#include <stdio.h>
#include <string.h>

struct sample {
    char tag;
    float complex small;
    double complex large[2];
};

static double complex table[3] = {1.0 + 2.0 * I, -3.5, 4};
static struct sample first = {'x', 2.0f * I, {[1] = 5 - I}};
static double complex none[2];
static int count;

static void show(const char *name, double complex z)
{
    printf("%s %a %a\n", name, creal(z), cimag(z));
}

static double complex next(float complex z, int n)
{
    count++;
    return z * z + n;
}

static void operators(double complex z, double r, float complex w, int n)
{
    show("r*z", r * z);
    show("z*n", z * n);
    show("r+z", r + z);
    show("z-r", z - r);
    show("r-z", r - z);
    show("z/r", z / r);
    show("n/z", n / z);
    show("z*w", z * w);
    show("z/w", z / w);
    show("w*w", w * w);
    show("w/w", w / (w + 0.5f));
    show("w*r", w * r);
    show("-z", -z);
    show("~z", ~z);
    show("0-z", 0.0 - z);
    show("-0*z", -0.0 * z);
    printf("%d %d %d %d\n", z == r, z != z, w == creal(w), !z);
}

static void assignments(double complex z, int n)
{
    float complex w = z;
    double x = z;
    int k = z;
    _Bool truth = z - creal(z);
    z += n;
    z *= w;
    z -= 0.5 * I;
    z /= 2;
    z++;
    w = x += z;
    k += z;
    show("z", z);
    show("w", w);
    printf("%a %d %d %a %a %a\n", x, k, truth, __real__ z, __imag__ w, __imag__ x);
    show("?:", n ? z : n);
    while (z && n-- > 0)
        z = n > 2 ? z - 1 : 0;
    if (z)
        show("rest", z);
    show("&&", (z && n) + (w || n) + !w);
    show("next", next(z, n) + next(n, 2) * CMPLX(n, 0.25));
    show("CMPLXF", CMPLXF(0.1f, -0.0f));
}

static void layout(int n)
{
    double complex rows[n][3], *p = &rows[1][2];
    float parts[2];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++)
            rows[i][j] = i * table[j] + j * I;
    *p-- += first.large[1];
    show("p", p[0] + p[1] + *(p - 1) + none[1]);
    memcpy(parts, &first.small, sizeof parts);
    first.large[0] = parts[0] + parts[1] * I;
    struct sample copy = first;
    copy.large[1] *= ((double *)table)[1];
    show("copy", copy.large[0] * copy.large[1] - first.large[1]);
    printf("%zu %zu %zu %zu\n", sizeof(struct sample), _Alignof(float complex), sizeof *p,
           sizeof(long double complex));
    long double complex wide = rows[0][1];
    wide = wide * wide + 1.0L;
    show("wide", wide);
}

int main(void)
{
    operators(0.1 + 0.7 * I, 3.25, 1.5f - 0.1f * I, -7);
    operators(0.0, -0.0, 1.0f, 2);
    assignments(2.5 - 1.25 * I, 3);
    assignments(0.0, 0);
    layout(4);
    show("conj", conj(table[0]) * cproj(table[1]));
    show("cexp", cexp(2 * I) + csqrt(-2.0) + cpow(I, 2.0) + clogf(2.0f * I));
    printf("%a %a %a %d\n", cabs(3 + 4 * I), carg(1 + I), cabsf(1.0f * I), count);
    return 0;
}
