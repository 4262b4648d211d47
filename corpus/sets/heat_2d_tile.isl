# A cube of the 2-D heat equation skewed by (t, i, j) -> (t, t + i, t + j): dependences (1, 0..2, 1)
# and (1, 1, 0..2). The two last layers in i and in j are needed by the next tiles.
# Darte, Isoard, Yuki: "Extended Lattice-Based Memory Allocation", Table 1; their mapping is written
# in unskewed columns, here it is (i - j, j - 2t).
context: B >= 4
array: A[B, B, B]
[B] -> { A[t, i, j] -> A[t, i, w] : 0 <= t, i < B and 0 <= j < w < B }
[B] -> { A[t, i, j] -> A[t, v, w] : 0 <= t < B and 0 <= i < v < B and 0 <= j, w < B }
# (t + 1, i + 2, j + 1) is the last reader
[B] -> { A[t, i, j] -> A[t + 1, v, w] : 0 <= t < B - 1 and 0 <= i, v < B and v <= i + 1 and
    0 <= j, w < B }
[B] -> { A[t, i, j] -> A[t + 1, i + 2, w] : 0 <= t < B - 1 and 0 <= i < B - 2 and 0 <= j, w < B and
    w <= j }
[B] -> { A[t, i, j] -> A[s, v, w] : 0 <= t < s < B and B - 2 <= i < B and 0 <= v, j, w < B }
[B] -> { A[t, i, j] -> A[s, v, w] : 0 <= t < s < B and 0 <= i, v < B and B - 2 <= j < B and
    0 <= w < B }
