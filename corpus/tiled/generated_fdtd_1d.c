/*
 * Two fields over time, shifted against each other in one tiled loop nest, as Pluto prints it.
 *
 * Expected:
 *   e, h   1 row each: every element has its last use before its next value is stored
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

#define floord(n,d) (((n)<0) ? -((-(n)+(d)-1)/(d)) : (n)/(d))
#define ceild(n,d)  (((n)<0) ? -((-(n))/(d)) : ((n)+(d)-1)/(d))
#define max(x,y)    ((x) > (y)? (x) : (y))
#define min(x,y)    ((x) < (y)? (x) : (y))
#define S1(t,i)	e[t][i]=e[t-1][i] - 0.5 * (h[t-1][i] - (i > 0 ? h[t-1][i-1] : 0.1));
#define S2(t,i)	h[t][i]=h[t-1][i] - 0.7 * ((i < N-1 ? e[t][i+1] : 0.2) - e[t][i]);

static void kernel(const double start[2][N], double finish[2][N])
{
    double e[T + 1][N], h[T + 1][N];
    int i;
  int t1, t2, t3, t4;

    for (i = 0; i < N; i++) {
        e[0][i] = start[0][i];
        h[0][i] = start[1][i];
    }
if ((N >= 1) && (T >= 1)) {
  for (t1=0;t1<=floord(T,32);t1++) {
    for (t2=t1;t2<=min(floord(T+N,32),floord(32*t1+N+31,32));t2++) {
      for (t3=max(max(1,32*t1),32*t2-N);t3<=min(min(T,32*t1+31),32*t2+31);t3++) {
        for (t4=max(32*t2,t3);t4<=min(32*t2+31,t3+N);t4++) {
          if (t4 <= t3+N-1) {
            S1(t3,(-t3+t4));
          }
          if (t4 >= t3+1) {
            S2(t3,(-t3+t4-1));
          }
        }
      }
    }
  }
}
    for (i = 0; i < N; i++) {
        finish[0][i] = e[T][i];
        finish[1][i] = h[T][i];
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

static double start[2][N];
static double finish[2][N];

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
