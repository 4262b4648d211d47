# Producer and consumer of the last row and column.
# Bhaskaracharya, Bondhugula, Cohen: "Automatic Storage Optimization for Arrays", Figure 2,
# indices from 0 instead of 1.
context: N >= 3
array: A[N, N]
# A[t,i] is read last by the next row, in the same column
[N] -> { A[t, i] -> A[t, j] : 0 <= t < N and 0 <= i < j < N }
[N] -> { A[t, i] -> A[t + 1, j] : 0 <= t < N - 1 and 0 <= j < i < N }
# the last column stays alive
[N] -> { A[t, N - 1] -> A[s, j] : 0 <= t < s < N and 0 <= j < N }
