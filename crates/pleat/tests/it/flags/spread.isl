[N] -> { A[t, i] -> A[t2, i2] : 0 <= t, t2, i, i2 < N and t < t2 }
