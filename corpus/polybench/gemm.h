/* Sizes and data type of gemm.c. */
#ifndef POLYBENCH_GEMM_H
#define POLYBENCH_GEMM_H

#include "polybench.h"

#if !defined(MINI_DATASET) && !defined(SMALL_DATASET) && !defined(MEDIUM_DATASET) \
    && !defined(LARGE_DATASET) && !defined(EXTRALARGE_DATASET)
#define MINI_DATASET
#endif

/* Each size can be given by itself: -DNI=7. */
#ifndef NI
#ifdef MINI_DATASET
#define NI 20
#endif
#ifdef SMALL_DATASET
#define NI 60
#endif
#ifdef MEDIUM_DATASET
#define NI 200
#endif
#ifdef LARGE_DATASET
#define NI 1000
#endif
#ifdef EXTRALARGE_DATASET
#define NI 2000
#endif
#endif

#ifndef NJ
#ifdef MINI_DATASET
#define NJ 25
#endif
#ifdef SMALL_DATASET
#define NJ 70
#endif
#ifdef MEDIUM_DATASET
#define NJ 220
#endif
#ifdef LARGE_DATASET
#define NJ 1100
#endif
#ifdef EXTRALARGE_DATASET
#define NJ 2300
#endif
#endif

#ifndef NK
#ifdef MINI_DATASET
#define NK 30
#endif
#ifdef SMALL_DATASET
#define NK 80
#endif
#ifdef MEDIUM_DATASET
#define NK 240
#endif
#ifdef LARGE_DATASET
#define NK 1200
#endif
#ifdef EXTRALARGE_DATASET
#define NK 2600
#endif
#endif

#define _PB_NI POLYBENCH_LOOP_BOUND(NI, ni)
#define _PB_NJ POLYBENCH_LOOP_BOUND(NJ, nj)
#define _PB_NK POLYBENCH_LOOP_BOUND(NK, nk)

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
