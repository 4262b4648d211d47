# lbm_d2q9.isl with numbers: 8 time steps, 16 x 16 cells. Then one linearised address is enough, modulo
# the number of cells that are alive at once, N * N + N + 1.
# Bhaskaracharya, Bondhugula, Cohen: "Automatic Storage Optimization for Arrays", Figure 6.
array: A[8, 16, 16]
{ A[t, i, j] -> A[t, i, w] : 0 <= t < 8 and 0 <= i < 16 and 0 <= j < w < 16 }
{ A[t, i, j] -> A[t, v, w] : 0 <= t < 8 and 0 <= i < v < 16 and 0 <= j, w < 16 }
{ A[t, i, j] -> A[t + 1, v, w] : 0 <= t < 8 - 1 and 0 <= v <= i < 16 and 0 <= j, w < 16 }
{ A[t, i, j] -> A[t + 1, i + 1, w] : 0 <= t < 8 - 1 and 0 <= i < 16 - 1 and 0 <= w <= j < 16 }
