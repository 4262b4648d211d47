/* Each line of the output is a name and two numbers. */
#include <complex.h>
#include <stdio.h>

static double complex table[2] = {1.0 + 2.0 * I, -3.5};
static float complex rows[2][2] = {{0.1f, 0.2f * I}, {[1] = 3}};

static void show(const char *name, double complex z)
{
    printf("%s:%a, %a\n", name, creal(z), cimag(z));
}

static void operators(double complex z, double r, float complex w, int n)
{
    show("r*z", r * z);
    show("z*n", z * n);
    show("r+z", r + z);
    show("z-r", z - r);
    show("r-z", r - z);
    show("z/r", z / (r + 8));
    show("n/z", n / (z + 1));
    show("z*w", z * w);
    show("z/w", z / w);
    show("w/z", w / (z + 2.0i));
    show("w*w", w * w);
    show("w/w", w / (w + 0.5f));
    show("w*r", w * r);
    show("-z", -z);
    show("~w", ~w);
    show("-0*z", -0.0 * z);
    show("==", (z == r) + 2 * (z != z) + 4 * (w == crealf(w)) + 8 * !z);
    show("w=z", (float complex)z);
    show("r=z", (double)w + (int)z + (_Bool)w + (_Bool)(z - z));
}

static double complex polynomial(int n, const double complex *a, float complex x)
{
    double complex sum = 0;
    while (n--)
        sum = sum * x + a[n];
    return sum;
}

int main(void)
{
    operators(0.1 + 0.7 * I, 3.25, 1.5f - 0.1f * I, -7);
    operators(-0.7 + 0.1i, -0.3, 0.1f - 2.5f * I, 3);
    operators(0.0, -0.0, 1.0f, 2);
    for (int i = 0; i < 2; i++)
        show("rows", rows[i][1] + rows[i][0] * I);
    show("polynomial", polynomial(2, table, 0.3f + I));
    show("conj", conj(table[0]) * cproj(table[1]));
    show("roots", csqrt(-2.0) + csqrt(conj(-2.0)) + csqrtf(4.0f));
    show("cabs", cabs(3 + 4 * I) + cabsf(1.0f * I));
    show("carg", carg(-1 + I));
    show("cexp", cexp(0.5 + 2 * I));
    show("parts", __real__ table[0] - __imag__ table[0] * I);
    return 0;
}
