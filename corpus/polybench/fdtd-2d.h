/* Sizes and data type of fdtd-2d.c. */
#ifndef POLYBENCH_FDTD_2D_H
#define POLYBENCH_FDTD_2D_H

#include "polybench.h"

#if !defined(MINI_DATASET) && !defined(SMALL_DATASET) && !defined(MEDIUM_DATASET) \
    && !defined(LARGE_DATASET) && !defined(EXTRALARGE_DATASET)
#define MINI_DATASET
#endif

/* Each size can be given by itself: -DTMAX=7. */
#ifndef TMAX
#ifdef MINI_DATASET
#define TMAX 20
#endif
#ifdef SMALL_DATASET
#define TMAX 40
#endif
#ifdef MEDIUM_DATASET
#define TMAX 100
#endif
#ifdef LARGE_DATASET
#define TMAX 500
#endif
#ifdef EXTRALARGE_DATASET
#define TMAX 1000
#endif
#endif

#ifndef NX
#ifdef MINI_DATASET
#define NX 20
#endif
#ifdef SMALL_DATASET
#define NX 60
#endif
#ifdef MEDIUM_DATASET
#define NX 200
#endif
#ifdef LARGE_DATASET
#define NX 1000
#endif
#ifdef EXTRALARGE_DATASET
#define NX 2000
#endif
#endif

#ifndef NY
#ifdef MINI_DATASET
#define NY 30
#endif
#ifdef SMALL_DATASET
#define NY 80
#endif
#ifdef MEDIUM_DATASET
#define NY 240
#endif
#ifdef LARGE_DATASET
#define NY 1200
#endif
#ifdef EXTRALARGE_DATASET
#define NY 2600
#endif
#endif

#define _PB_TMAX POLYBENCH_LOOP_BOUND(TMAX, tmax)
#define _PB_NX POLYBENCH_LOOP_BOUND(NX, nx)
#define _PB_NY POLYBENCH_LOOP_BOUND(NY, ny)

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
