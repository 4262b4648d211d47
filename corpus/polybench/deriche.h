/* Sizes and data type of deriche.c. */
#ifndef POLYBENCH_DERICHE_H
#define POLYBENCH_DERICHE_H

#include "polybench.h"

#if !defined(MINI_DATASET) && !defined(SMALL_DATASET) && !defined(MEDIUM_DATASET) \
    && !defined(LARGE_DATASET) && !defined(EXTRALARGE_DATASET)
#define MINI_DATASET
#endif

/* Each size can be given by itself: -DW=7. */
#ifndef W
#ifdef MINI_DATASET
#define W 64
#endif
#ifdef SMALL_DATASET
#define W 192
#endif
#ifdef MEDIUM_DATASET
#define W 720
#endif
#ifdef LARGE_DATASET
#define W 4096
#endif
#ifdef EXTRALARGE_DATASET
#define W 7680
#endif
#endif

#ifndef H
#ifdef MINI_DATASET
#define H 64
#endif
#ifdef SMALL_DATASET
#define H 128
#endif
#ifdef MEDIUM_DATASET
#define H 480
#endif
#ifdef LARGE_DATASET
#define H 2160
#endif
#ifdef EXTRALARGE_DATASET
#define H 4320
#endif
#endif

#define _PB_W POLYBENCH_LOOP_BOUND(W, w)
#define _PB_H POLYBENCH_LOOP_BOUND(H, h)

#if !defined(DATA_TYPE_IS_INT) && !defined(DATA_TYPE_IS_FLOAT) && !defined(DATA_TYPE_IS_DOUBLE)
#define DATA_TYPE_IS_FLOAT
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
