// kept: t includes-itself
#ifndef NAME
#define NAME twice
#define FACTOR 2.0
#include "includes-itself.c"
#undef NAME
#undef FACTOR
#define NAME thrice
#define FACTOR 3.0
#endif

void NAME(int n, const double a[], double out[])
{
    double t[n];
    for (int i = 0; i < n; i++) {
        t[i] = FACTOR * a[i];
        out[i] = t[i];
    }
}
