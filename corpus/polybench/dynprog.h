/* Sizes and data type of dynprog.c. */
#ifndef POLYBENCH_DYNPROG_H
#define POLYBENCH_DYNPROG_H

#include "polybench.h"

#if !defined(MINI_DATASET) && !defined(SMALL_DATASET) && !defined(MEDIUM_DATASET) \
    && !defined(LARGE_DATASET) && !defined(EXTRALARGE_DATASET)
#define MINI_DATASET
#endif

/* Each size can be given by itself: -DTSTEPS=7. */
#ifndef TSTEPS
#ifdef MINI_DATASET
#define TSTEPS 10
#endif
#ifdef SMALL_DATASET
#define TSTEPS 100
#endif
#ifdef MEDIUM_DATASET
#define TSTEPS 1000
#endif
#ifdef LARGE_DATASET
#define TSTEPS 10000
#endif
#ifdef EXTRALARGE_DATASET
#define TSTEPS 10000
#endif
#endif

#ifndef LENGTH
#ifdef MINI_DATASET
#define LENGTH 20
#endif
#ifdef SMALL_DATASET
#define LENGTH 50
#endif
#ifdef MEDIUM_DATASET
#define LENGTH 50
#endif
#ifdef LARGE_DATASET
#define LENGTH 50
#endif
#ifdef EXTRALARGE_DATASET
#define LENGTH 500
#endif
#endif

#define _PB_TSTEPS POLYBENCH_LOOP_BOUND(TSTEPS, tsteps)
#define _PB_LENGTH POLYBENCH_LOOP_BOUND(LENGTH, length)

#if !defined(DATA_TYPE_IS_INT) && !defined(DATA_TYPE_IS_FLOAT) && !defined(DATA_TYPE_IS_DOUBLE)
#define DATA_TYPE_IS_INT
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
