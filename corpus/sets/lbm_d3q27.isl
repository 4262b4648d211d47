# Lattice Boltzmann in three dimensions, all 27 neighbours of the time step
# before: (t + 1, i + 1, j + 1, k + 1) is the last reader of (t, i, j, k).
# Bhaskaracharya, Bondhugula, Cohen: "Automatic Storage Optimization for Arrays", Table I; the set
# follows from the order of the instances, as in Figure 6.
context: T >= 3 and N >= 4
array: A[T, N, N, N]
[T, N] -> { A[t, i, j, k] -> A[t, i, j, z] :
    0 <= t < T and 0 <= i, j < N and 0 <= k < z < N }
[T, N] -> { A[t, i, j, k] -> A[t, i, y, z] :
    0 <= t < T and 0 <= i < N and 0 <= j < y < N and 0 <= k, z < N }
[T, N] -> { A[t, i, j, k] -> A[t, x, y, z] :
    0 <= t < T and 0 <= i < x < N and 0 <= j, y, k, z < N }
[T, N] -> { A[t, i, j, k] -> A[t + 1, x, y, z] :
    0 <= t < T - 1 and 0 <= x <= i < N and 0 <= j, y, k, z < N }
[T, N] -> { A[t, i, j, k] -> A[t + 1, i + 1, y, z] :
    0 <= t < T - 1 and 0 <= i < N - 1 and 0 <= y <= j < N and 0 <= k, z < N }
[T, N] -> { A[t, i, j, k] -> A[t + 1, i + 1, j + 1, z] :
    0 <= t < T - 1 and 0 <= i, j < N - 1 and 0 <= z <= k < N }
