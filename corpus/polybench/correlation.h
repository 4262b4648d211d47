/* Sizes and data type of correlation.c. */
#ifndef POLYBENCH_CORRELATION_H
#define POLYBENCH_CORRELATION_H

#include "polybench.h"

#if !defined(MINI_DATASET) && !defined(SMALL_DATASET) && !defined(MEDIUM_DATASET) \
    && !defined(LARGE_DATASET) && !defined(EXTRALARGE_DATASET)
#define MINI_DATASET
#endif

/* Each size can be given by itself: -DN=7. */
#ifndef N
#ifdef MINI_DATASET
#define N 32
#endif
#ifdef SMALL_DATASET
#define N 100
#endif
#ifdef MEDIUM_DATASET
#define N 260
#endif
#ifdef LARGE_DATASET
#define N 1400
#endif
#ifdef EXTRALARGE_DATASET
#define N 3000
#endif
#endif

#ifndef M
#ifdef MINI_DATASET
#define M 28
#endif
#ifdef SMALL_DATASET
#define M 80
#endif
#ifdef MEDIUM_DATASET
#define M 240
#endif
#ifdef LARGE_DATASET
#define M 1200
#endif
#ifdef EXTRALARGE_DATASET
#define M 2600
#endif
#endif

#define _PB_N POLYBENCH_LOOP_BOUND(N, n)
#define _PB_M POLYBENCH_LOOP_BOUND(M, m)

#if !defined(DATA_TYPE_IS_INT) && !defined(DATA_TYPE_IS_FLOAT) && !defined(DATA_TYPE_IS_DOUBLE)
#define DATA_TYPE_IS_DOUBLE
#endif

#ifdef DATA_TYPE_IS_INT
#define DATA_TYPE int
#define DATA_PRINTF_MODIFIER "%d "
#define SCALAR_VAL(x) ((int)(x))
#endif

#ifdef DATA_TYPE_IS_FLOAT
#define DATA_TYPE float
#define DATA_PRINTF_MODIFIER "%0.5g "
#define SCALAR_VAL(x) x##f
#define SQRT_FUN(x) sqrtf(x)
#define EXP_FUN(x) expf(x)
#define POW_FUN(x, y) powf(x, y)
#endif

#ifdef DATA_TYPE_IS_DOUBLE
#define DATA_TYPE double
#define DATA_PRINTF_MODIFIER "%0.11g "
#define SCALAR_VAL(x) x
#define SQRT_FUN(x) sqrt(x)
#define EXP_FUN(x) exp(x)
#define POW_FUN(x, y) pow(x, y)
#endif

#endif
