/* Sizes and data type of fdtd-apml.c. */
#ifndef POLYBENCH_FDTD_APML_H
#define POLYBENCH_FDTD_APML_H

#include "polybench.h"

#if !defined(MINI_DATASET) && !defined(SMALL_DATASET) && !defined(MEDIUM_DATASET) \
    && !defined(LARGE_DATASET) && !defined(EXTRALARGE_DATASET)
#define MINI_DATASET
#endif

/* Each size can be given by itself: -DCZ=7. */
#ifndef CZ
#ifdef MINI_DATASET
#define CZ 8
#endif
#ifdef SMALL_DATASET
#define CZ 32
#endif
#ifdef MEDIUM_DATASET
#define CZ 64
#endif
#ifdef LARGE_DATASET
#define CZ 256
#endif
#ifdef EXTRALARGE_DATASET
#define CZ 1000
#endif
#endif

#ifndef CYM
#ifdef MINI_DATASET
#define CYM 8
#endif
#ifdef SMALL_DATASET
#define CYM 32
#endif
#ifdef MEDIUM_DATASET
#define CYM 64
#endif
#ifdef LARGE_DATASET
#define CYM 256
#endif
#ifdef EXTRALARGE_DATASET
#define CYM 1000
#endif
#endif

#ifndef CXM
#ifdef MINI_DATASET
#define CXM 8
#endif
#ifdef SMALL_DATASET
#define CXM 32
#endif
#ifdef MEDIUM_DATASET
#define CXM 64
#endif
#ifdef LARGE_DATASET
#define CXM 256
#endif
#ifdef EXTRALARGE_DATASET
#define CXM 1000
#endif
#endif

#define _PB_CZ POLYBENCH_LOOP_BOUND(CZ, cz)
#define _PB_CYM POLYBENCH_LOOP_BOUND(CYM, cym)
#define _PB_CXM POLYBENCH_LOOP_BOUND(CXM, cxm)

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
