# Lattice Boltzmann in two dimensions, all nine neighbours of the time step before.
# Bhaskaracharya, Bondhugula, Cohen: "Automatic Storage Optimization for Arrays", Figure 6.
context: T >= 3 and N >= 4
array: A[T, N, N]
[T, N] -> { A[t, i, j] -> A[t, i, w] : 0 <= t < T and 0 <= i < N and 0 <= j < w < N }
[T, N] -> { A[t, i, j] -> A[t, v, w] : 0 <= t < T and 0 <= i < v < N and 0 <= j, w < N }
[T, N] -> { A[t, i, j] -> A[t + 1, v, w] : 0 <= t < T - 1 and 0 <= v <= i < N and 0 <= j, w < N }
[T, N] -> { A[t, i, j] -> A[t + 1, i + 1, w] : 0 <= t < T - 1 and 0 <= i < N - 1 and 0 <= w <= j < N }
