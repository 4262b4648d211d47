/*
 * Two matrix products, fused and tiled by 32, as Pluto prints them.
 *
 * Expected:
 *   tmp   32 rows, those of a tile
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#ifndef N
#define N 70
#endif

#define floord(n,d) (((n)<0) ? -((-(n)+(d)-1)/(d)) : (n)/(d))
#define ceild(n,d)  (((n)<0) ? -((-(n))/(d)) : ((n)+(d)-1)/(d))
#define max(x,y)    ((x) > (y)? (x) : (y))
#define min(x,y)    ((x) < (y)? (x) : (y))

static void kernel(const double a[N][N], const double b[N][N], const double c[N][N], double d[N][N])
{
    static double tmp[N][N];
  int t1, t2, t3, t4, t5, t6;
 int lb, ub, lbp, ubp, lb2, ub2;
 register int lbv, ubv;
if (N >= 1) {
  lbp=0;
  ubp=floord(N-1,32);
  for (t1=lbp;t1<=ubp;t1++) {
    for (t2=0;t2<=floord(N-1,32);t2++) {
      for (t4=32*t1;t4<=min(N-1,32*t1+31);t4++) {
        lbv=32*t2;
        ubv=min(N-1,32*t2+31);
#pragma ivdep
#pragma vector always
        for (t5=lbv;t5<=ubv;t5++) {
          tmp[t4][t5] = 0;;
          d[t4][t5] = 0;;
        }
      }
    }
    for (t2=0;t2<=floord(N-1,32);t2++) {
      for (t3=0;t3<=floord(N-1,32);t3++) {
        for (t4=32*t1;t4<=min(N-1,32*t1+31);t4++) {
          for (t5=32*t3;t5<=min(N-1,32*t3+31);t5++) {
            lbv=32*t2;
            ubv=min(N-1,32*t2+31);
#pragma ivdep
#pragma vector always
            for (t6=lbv;t6<=ubv;t6++) {
              tmp[t4][t6] += a[t4][t5] * b[t5][t6];;
            }
          }
        }
      }
    }
    for (t2=0;t2<=floord(N-1,32);t2++) {
      for (t3=0;t3<=floord(N-1,32);t3++) {
        for (t4=32*t1;t4<=min(N-1,32*t1+31);t4++) {
          for (t5=32*t3;t5<=min(N-1,32*t3+31);t5++) {
            lbv=32*t2;
            ubv=min(N-1,32*t2+31);
#pragma ivdep
#pragma vector always
            for (t6=lbv;t6<=ubv;t6++) {
              d[t4][t6] += tmp[t4][t5] * c[t5][t6];;
            }
          }
        }
      }
    }
  }
}
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

static double a[N][N];
static double b[N][N];
static double c[N][N];
static double d[N][N];

int main(void)
{
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < sizeof a / sizeof(double); i++)
        ((double *)a)[i] = noise() / 16777216.0;
    for (size_t i = 0; i < sizeof b / sizeof(double); i++)
        ((double *)b)[i] = noise() / 16777216.0;
    for (size_t i = 0; i < sizeof c / sizeof(double); i++)
        ((double *)c)[i] = noise() / 16777216.0;

    kernel(a, b, c, d);

    hash = fnv(hash, d, sizeof d);
    printf("checksum %016" PRIx64 "\n", hash);
    return 0;
}
