/* Sizes and data type of doitgen.c. */
#ifndef POLYBENCH_DOITGEN_H
#define POLYBENCH_DOITGEN_H

#include "polybench.h"

#if !defined(MINI_DATASET) && !defined(SMALL_DATASET) && !defined(MEDIUM_DATASET) \
    && !defined(LARGE_DATASET) && !defined(EXTRALARGE_DATASET)
#define MINI_DATASET
#endif

/* Each size can be given by itself: -DNQ=7. */
#ifndef NQ
#ifdef MINI_DATASET
#define NQ 8
#endif
#ifdef SMALL_DATASET
#define NQ 20
#endif
#ifdef MEDIUM_DATASET
#define NQ 40
#endif
#ifdef LARGE_DATASET
#define NQ 140
#endif
#ifdef EXTRALARGE_DATASET
#define NQ 220
#endif
#endif

#ifndef NR
#ifdef MINI_DATASET
#define NR 10
#endif
#ifdef SMALL_DATASET
#define NR 25
#endif
#ifdef MEDIUM_DATASET
#define NR 50
#endif
#ifdef LARGE_DATASET
#define NR 150
#endif
#ifdef EXTRALARGE_DATASET
#define NR 250
#endif
#endif

#ifndef NP
#ifdef MINI_DATASET
#define NP 12
#endif
#ifdef SMALL_DATASET
#define NP 30
#endif
#ifdef MEDIUM_DATASET
#define NP 60
#endif
#ifdef LARGE_DATASET
#define NP 160
#endif
#ifdef EXTRALARGE_DATASET
#define NP 270
#endif
#endif

#define _PB_NQ POLYBENCH_LOOP_BOUND(NQ, nq)
#define _PB_NR POLYBENCH_LOOP_BOUND(NR, nr)
#define _PB_NP POLYBENCH_LOOP_BOUND(NP, np)

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
