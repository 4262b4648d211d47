# A triangle, all alive.
context: N >= 4
array: A[N, N]
[N] -> { A[a, b] -> A[c, d] : 0 <= a <= b < N and 0 <= c <= d < N and (a < c or a = c and b < d) }
