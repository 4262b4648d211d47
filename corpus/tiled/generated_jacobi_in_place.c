/*
 * Jacobi with a second line, both statements shifted into one tiled loop nest, as Pluto prints it.
 *
 * Expected:
 *   a   stays: all elements are alive between two tiles
 *   b   stays: a tile leaves nearly all its elements to the next
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

static void kernel(const double start[N], double finish[N])
{
    static double a[N], b[N];
    int i;
  int t1, t2, t3, t4;
 register int lbv, ubv;

    for (i = 0; i < N; i++)
        a[i] = start[i];
if ((N >= 4) && (T >= 1)) {
  for (t1=0;t1<=floord(T-1,32);t1++) {
    for (t2=2*t1;t2<=min(floord(2*T+N-3,32),floord(64*t1+N+61,32));t2++) {
      for (t3=max(max(0,32*t1),ceild(32*t2-N+1,2));t3<=min(min(T-1,32*t1+31),16*t2+14);t3++) {
        if (2*t3+2 >= 32*t2) {
          b[2] = 0.33333 * (a[2 -1] + a[2] + a[2 +1]);;
        }
        for (t4=max(32*t2,2*t3+3);t4<=min(32*t2+31,2*t3+N-2);t4++) {
          b[(-2*t3+t4)] = 0.33333 * (a[(-2*t3+t4)-1] + a[(-2*t3+t4)] + a[(-2*t3+t4)+1]);;
          a[(-2*t3+t4-1)] = b[(-2*t3+t4-1)];;
        }
        if (2*t3+N-1 <= 32*t2+31 && 2*t3+N-1 >= 32*t2) {
          a[(N-2)] = b[(N-2)];;
        }
      }
    }
  }
}
    for (i = 0; i < N; i++)
        finish[i] = a[i];
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
