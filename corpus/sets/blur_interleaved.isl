# Two-stage blur, the second stage three rows behind the first.
# Bhaskaracharya, Bondhugula, Cohen: "Automatic Storage Optimization for Arrays", Figure 4.
context: N >= 4
array: blurx[N, N]
[N] -> { blurx[y, x] -> blurx[v, u] : 0 <= y, v, x, u < N and 0 <= v - y <= 1 and x < u }
[N] -> { blurx[y, x] -> blurx[v, u] : 0 <= y, v, x, u < N and 1 <= v - y <= 2 and x >= u }
