/* Calls that must stay calls. */
#include <stdio.h>

#define N 16
#define STEP 2

int level = 3, calls, printed;
static volatile int clock_now;

static int counted(int *a) { int i; for (i = 0; i < N; i++) a[i]++; return i; }
static void early(int *a, int n) { for (int i = 0; i < n; i++) { if (a[i] > 9) return; a[i]++; } }
static int refuses(int *a, int n) { if (n < 3) return -1; for (int i = 0; i < n; i++) a[i]++; return 0; }
static void skips(int *a, int *b) { if (!b) return; for (int i = 0; i < N; i++) a[i]++; }
static void counts(int *a) { static int k; k++; for (int i = 0; i < N; i++) a[i] += k; }
static void points(int *a, int n) { int *p = &n; for (int i = 0; i < *p; i++) a[i]++; }
static void again(int *a, int n) { for (int i = 0; i < n; i++) a[i]++; if (n > 0) again(a, n - 1); }
static void leveled(int *a) { for (int i = 0; i < N; i++) a[i] += level; }
static void stepped(int *a) { for (int i = 0; i < N; i += STEP) a[i]++; }
static void print(int n) { printf("%d\n", n); printed++; }
static void (*hook)(int) = print;
static void shouts(int *a) { for (int i = 0; i < N; i++) hook(a[i]); }
static void sized(int *a) { for (unsigned i = 0; i < sizeof a; i++) a[i]++; }
static void plain(int *a, int n) { for (int i = 0; i < n; i++) a[i] *= 3; }
static void named(int *a) { for (int i = 0; i < N; i++) a[i] += __LINE__; }
static void jumps(int *a) { for (int i = 0; i < N; i++) { if (a[i] > 90) goto out; a[i]++; } out: a[0] = 1; }
void (*pointer)(int *, int) = plain;

#undef STEP
#define STEP 3

int stay(int n)
{
    int t[N], level = 5, sum = 0;
    for (int i = 0; i < N; i++)
        t[i] = i + level;
    calls += counted(t);
    early(t, n);
    sum += refuses(t, n);
    if (refuses(t, n))
        sum++;
    skips(t, t + n);
    counts(t);
    points(t, n);
    again(t, n);
    leveled(t);
    stepped(t);
    named(t);
    jumps(t);
    plain(t, (clock_now, n));
    if (n > 2)
        plain(t, n);
    pointer(t, n);
    switch (n) {
    case 1:
        plain(t, n);
        for (int i = 0; i < N; i++)
            t[i]++;
    }
    for (int i = 0; i < N; i++)
        sum += t[i];
    return sum + STEP;
}

int alone(int n)
{
    int t[N] = { 0 };
    plain(t, n);
    shouts(t);
    counts(t);
    sized(t);
    shouts(t);
    return t[0];
}

int main(void)
{
    printf("%d %d\n", stay(5), alone(4));
    return 0;
}
