/*
 * The same as generated_jacobi_1d.c, with the older macros that round quotients of double.
 *
 * Expected:
 *   A   2 rows
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#ifndef N
#define N 101
#endif
#ifndef T
#define T 75
#endif

#include <math.h>
#define ceild(n,d)  ceil(((double)(n))/((double)(d)))
#define floord(n,d) floor(((double)(n))/((double)(d)))
#define max(x,y)    ((x) > (y)? (x) : (y))
#define min(x,y)    ((x) < (y)? (x) : (y))
#define S1(t,i)	A[t][i]=0.33333 * ((i > 0 ? A[t-1][i-1] : 0.25) + A[t-1][i] + (i < N-1 ? A[t-1][i+1] : 0.75));

static void kernel(const double start[N], double finish[N])
{
    static double A[T][N];
    int i;
  int t1, t2, t3, t4;
 register int lbv, ubv;

    for (i = 0; i < N; i++)
        A[0][i] = start[i];
/* Start of CLooG code */
if ((N >= 1) && (T >= 2)) {
  for (t1=0;t1<=floord(T-1,32);t1++) {
    for (t2=t1;t2<=min(floord(T+N-2,32),floord(32*t1+N+30,32));t2++) {
      for (t3=max(max(1,32*t1),32*t2-N+1);t3<=min(min(T-1,32*t1+31),32*t2+31);t3++) {
        lbv=max(32*t2,t3);
        ubv=min(32*t2+31,t3+N-1);
#pragma ivdep
#pragma vector always
        for (t4=lbv;t4<=ubv;t4++) {
          S1(t3,(-t3+t4));
        }
      }
    }
  }
}
/* End of CLooG code */
    for (i = 0; i < N; i++)
        finish[i] = A[T - 1][i];
}

static uint32_t state = 12345u;

static uint32_t noise(void)
{
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

static uint64_t fnv(uint64_t hash, const void *data, size_t bytes)
{
    const unsigned char *p = data;

    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ p[i]) * 1099511628211u;
    return hash;
}

static double start[N];
static double finish[N];

int main(void)
{
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < sizeof start / sizeof(double); i++)
        ((double *)start)[i] = noise() / 16777216.0;

    kernel(start, finish);

    hash = fnv(hash, finish, sizeof finish);
    printf("checksum %016" PRIx64 "\n", hash);
    return 0;
}
