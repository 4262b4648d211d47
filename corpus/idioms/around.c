/* Code that the parser does not know stands beside, before and inside of functions that fold. */
#include <complex.h>
#include <float.h>
#include <emmintrin.h>
#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <threads.h>

#ifndef N
#define N 17
#endif

typedef float lanes __attribute__((vector_size(16)));
__extension__ typedef long long wide;
struct __attribute__((packed)) pair { char tag; double value; };
__asm__(".globl around_marker\naround_marker:");;
static __thread int calls;
static int table[10] = { [0 ... 4] = 1, [5 ... 9] = 2 };
_Static_assert(sizeof(struct pair) == 9, "packed");

static lanes twice(lanes v) { return v + v; }
static unsigned __int128 square(unsigned __int128 x) { return x * x; }

old(a, b)
    int a;
    double b;
{
    return a + (int) b;
}

/* Parts of complex numbers. */
static double spectrum(void)
{
    double complex wave[N], turned[N];
    double sum = 0.0;
    for (int i = 0; i < N; i++) {
        wave[i] = cexp(2 * I * i) + 0.25 * i;
        turned[i] = wave[i] * conj(wave[i]) + 1.0 * I;
        sum = 0.5 * sum + creal(turned[i]) - cimag(turned[i]);
    }
    return sum;
}

/* A jump of assembly in one function, an address of a label in another: nothing of them folds. */
static int jumps(int x)
{
    static void *targets[] = { &&even, &&odd };
    goto *targets[x & 1];
even:
    __asm__ goto ("" : : : : odd);
    return 2;
odd:
    return 1;
}

/* Numbers that are wider than all that C11 knows; a type that is deduced; a missing operand. */
static double widths(int n)
{
    __int128 big[N];
    __float128 sums[N];
    double sum = 0.0;
    __auto_type scale = 0.5;
    for (int i = 0; i < N; i++) {
        big[i] = (__int128) i * n;
        sums[i] = big[i] + 0.5;
        sum = scale * sum + (double) sums[i] + (n ?: 3);
    }
    return sum;
}

/* What a statement that is not understood names is left alone; all else of the function folds. */
static double neighbours(void)
{
    double seen[N], hidden[N], sum = 0.0;
    register count = sizeof hidden / sizeof hidden[0];
    for (int i = 0; i < N; i++) {
        hidden[i] = i * 0.5 + table[i % 10];
        seen[i] = hidden[i] + (i > 0 ? hidden[i - 1] : 0.0);
        sum = 0.5 * sum + seen[i] + count++;
    }
    if (sum < 0.0)
        sum = 0.0;
    return sum;
}

int main(void)
{
    lanes four = twice((lanes) { 1, 2, 3, 4 });
    printf("%a\n", spectrum());
    printf("%d %d\n", jumps(2), jumps(3));
    printf("%a %a\n", widths(3), widths(0));
    printf("%a\n", neighbours());
    printf("%a %d %d %d\n", four[2], (int) square(9), old(3, 4.5), calls);
    return 0;
}
