# The vertical blur of an unsharp mask in one tile: a window of five rows, so four rows are needed by
# the next tile.
# Bhaskaracharya, Bondhugula, Cohen: "Automatic Storage Optimization for Arrays", Table I, which
# prints the mapping only; the set is that of Figure 5 with a reach of 4.
context: B >= 6
array: A[B, B]
[B] -> { A[x, y] -> A[x, v] : 0 <= x < B and 0 <= y < v < B }
[B] -> { A[x, y] -> A[u, v] : 0 <= x < u < B and B - 4 <= y < B and 0 <= v < B }
