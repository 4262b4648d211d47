/* Sizes and data type of symm.c. */
#ifndef POLYBENCH_SYMM_H
#define POLYBENCH_SYMM_H

#include "polybench.h"

#if !defined(MINI_DATASET) && !defined(SMALL_DATASET) && !defined(MEDIUM_DATASET) \
    && !defined(LARGE_DATASET) && !defined(EXTRALARGE_DATASET)
#define MINI_DATASET
#endif

/* Each size can be given by itself: -DM=7. */
#ifndef M
#ifdef MINI_DATASET
#define M 20
#endif
#ifdef SMALL_DATASET
#define M 60
#endif
#ifdef MEDIUM_DATASET
#define M 200
#endif
#ifdef LARGE_DATASET
#define M 1000
#endif
#ifdef EXTRALARGE_DATASET
#define M 2000
#endif
#endif

#ifndef N
#ifdef MINI_DATASET
#define N 30
#endif
#ifdef SMALL_DATASET
#define N 80
#endif
#ifdef MEDIUM_DATASET
#define N 240
#endif
#ifdef LARGE_DATASET
#define N 1200
#endif
#ifdef EXTRALARGE_DATASET
#define N 2600
#endif
#endif

#define _PB_M POLYBENCH_LOOP_BOUND(M, m)
#define _PB_N POLYBENCH_LOOP_BOUND(N, n)

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
