/* Sizes and data type of 3mm.c. */
#ifndef POLYBENCH_3MM_H
#define POLYBENCH_3MM_H

#include "polybench.h"

#if !defined(MINI_DATASET) && !defined(SMALL_DATASET) && !defined(MEDIUM_DATASET) \
    && !defined(LARGE_DATASET) && !defined(EXTRALARGE_DATASET)
#define MINI_DATASET
#endif

/* Each size can be given by itself: -DNI=7. */
#ifndef NI
#ifdef MINI_DATASET
#define NI 16
#endif
#ifdef SMALL_DATASET
#define NI 40
#endif
#ifdef MEDIUM_DATASET
#define NI 180
#endif
#ifdef LARGE_DATASET
#define NI 800
#endif
#ifdef EXTRALARGE_DATASET
#define NI 1600
#endif
#endif

#ifndef NJ
#ifdef MINI_DATASET
#define NJ 18
#endif
#ifdef SMALL_DATASET
#define NJ 50
#endif
#ifdef MEDIUM_DATASET
#define NJ 190
#endif
#ifdef LARGE_DATASET
#define NJ 900
#endif
#ifdef EXTRALARGE_DATASET
#define NJ 1800
#endif
#endif

#ifndef NK
#ifdef MINI_DATASET
#define NK 20
#endif
#ifdef SMALL_DATASET
#define NK 60
#endif
#ifdef MEDIUM_DATASET
#define NK 200
#endif
#ifdef LARGE_DATASET
#define NK 1000
#endif
#ifdef EXTRALARGE_DATASET
#define NK 2000
#endif
#endif

#ifndef NL
#ifdef MINI_DATASET
#define NL 22
#endif
#ifdef SMALL_DATASET
#define NL 70
#endif
#ifdef MEDIUM_DATASET
#define NL 210
#endif
#ifdef LARGE_DATASET
#define NL 1100
#endif
#ifdef EXTRALARGE_DATASET
#define NL 2200
#endif
#endif

#ifndef NM
#ifdef MINI_DATASET
#define NM 24
#endif
#ifdef SMALL_DATASET
#define NM 80
#endif
#ifdef MEDIUM_DATASET
#define NM 220
#endif
#ifdef LARGE_DATASET
#define NM 1200
#endif
#ifdef EXTRALARGE_DATASET
#define NM 2400
#endif
#endif

#define _PB_NI POLYBENCH_LOOP_BOUND(NI, ni)
#define _PB_NJ POLYBENCH_LOOP_BOUND(NJ, nj)
#define _PB_NK POLYBENCH_LOOP_BOUND(NK, nk)
#define _PB_NL POLYBENCH_LOOP_BOUND(NL, nl)
#define _PB_NM POLYBENCH_LOOP_BOUND(NM, nm)

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
