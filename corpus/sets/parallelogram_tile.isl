# A square tile of a three-point stencil skewed by one: dependences (1, 0), (1, 1), (1, 2). Its two
# last columns are needed by the next tile.
# Bhaskaracharya, Bondhugula, Cohen: "Automatic Storage Optimization for Arrays", section 5; their
# mapping t - i is written in unskewed columns, here it is 2t - i.
context: B >= 4
array: A[B, B]
[B] -> { A[t, i] -> A[t, j] : 0 <= t < B and 0 <= i < j < B }
[B] -> { A[t, i] -> A[t + 1, j] : 0 <= t < B - 1 and 0 <= i, j < B and j <= i + 1 }
[B] -> { A[t, i] -> A[s, j] : 0 <= t < s < B and B - 2 <= i < B and 0 <= j < B }
