/* Included before each program that the bench runs: times the calls that BENCH_TIMED goes around. */
#define _GNU_SOURCE
#include <stdio.h>
#include <time.h>

#ifndef REPEAT
#define REPEAT 1
#endif

static double bench_seconds(void)
{
    struct timespec now;

    /* the processor time of several threads says nothing of their speed */
#ifdef _OPENMP
    clock_gettime(CLOCK_MONOTONIC, &now);
#else
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
#endif
    return now.tv_sec + now.tv_nsec * 1e-9;
}

/* KiB; getrusage also counts what the process was before it became this program */
static long bench_peak(void)
{
    FILE *status = fopen("/proc/self/status", "r");
    char line[256];
    long peak = 0;

    while (status && fgets(line, sizeof line, status))
        sscanf(line, "VmHWM: %ld", &peak);
    if (status)
        fclose(status);
    return peak;
}

/* seconds of the first call, of each further call, and peak memory */
static void bench_report(double first, double others)
{
    fprintf(stderr, "timed %.9f %.9f %ld\n", first, REPEAT > 1 ? others / (REPEAT - 1) : first, bench_peak());
}

/* a kernel is optimised as if its callers were elsewhere, lest equal calls become one */
#ifdef __clang__
#define BENCH_KERNEL __attribute__((noinline))
#else
#define BENCH_KERNEL __attribute__((noipa))
#endif

#define BENCH_TIMED(call)                                                         \
    do {                                                                          \
        double bench_start = bench_seconds(), bench_first;                        \
        call;                                                                     \
        bench_first = bench_seconds() - bench_start;                              \
        bench_start = bench_seconds();                                            \
        for (int bench_turn = 1; bench_turn < REPEAT; bench_turn++) {             \
            __asm__ volatile("" ::: "memory");                                    \
            call;                                                                 \
        }                                                                         \
        bench_report(bench_first, bench_seconds() - bench_start);                 \
    } while (0)
