# Five-point Jacobi in one dimension, one row per time step.
# Bhaskaracharya, Bondhugula, Cohen: "Automatic Storage Optimization for Arrays", section 6, which
# reports N + 3 cells; N + 2 are enough, for a read and a write of one instance do not conflict.
context: T >= 3 and N >= 4
array: A[T, N]
[T, N] -> { A[t, i] -> A[t, j] : 0 <= t < T and 0 <= i < j < N }
[T, N] -> { A[t, i] -> A[t + 1, j] : 0 <= t < T - 1 and 0 <= i, j < N and j <= i + 1 }
