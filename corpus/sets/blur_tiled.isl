# One tile of the two-stage blur, computed column by column; its two last rows are needed by the
# next tile.
# Bhaskaracharya, Bondhugula, Cohen: "Automatic Storage Optimization for Arrays", Figure 5.
context: B >= 4
array: A[B, B]
[B] -> { A[x, y] -> A[x, v] : 0 <= x < B and 0 <= y < v < B }
[B] -> { A[x, y] -> A[u, v] : 0 <= x < u < B and B - 2 <= y < B and 0 <= v < B }
