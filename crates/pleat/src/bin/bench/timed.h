/* Included before each program that the bench runs: times the calls that BENCH_TIMED goes around. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

#ifndef REPEAT
#define REPEAT 1
#endif

static double bench_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

/* seconds of the first call, of each further call, and peak memory in KiB */
static void bench_report(double first, double others)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    fprintf(stderr, "timed %.9f %.9f %ld\n", first, REPEAT > 1 ? others / (REPEAT - 1) : first, usage.ru_maxrss);
}

#define BENCH_TIMED(call)                                                         \
    do {                                                                          \
        double bench_start = bench_seconds(), bench_first;                        \
        call;                                                                     \
        bench_first = bench_seconds() - bench_start;                              \
        bench_start = bench_seconds();                                            \
        for (int bench_turn = 1; bench_turn < REPEAT; bench_turn++)               \
            call;                                                                 \
        bench_report(bench_first, bench_seconds() - bench_start);                 \
    } while (0)
