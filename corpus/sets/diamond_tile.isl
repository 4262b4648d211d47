# A diamond tile of a stencil with dependences (1, -1), (1, 0), (1, 1), run row by row; the two
# outermost layers of its two later edges are alive at the end.
# Bhaskaracharya, Bondhugula, Cohen: "Automatic Storage Optimization for Arrays", Figure 7. The
# printed L2 lies outside of the tile; here it is the layer along the edge t + i = 3B - 3.
context: B >= 4
array: A[2*B - 1, 2*B - 1]
[B] -> { A[t, i] -> A[t, j] : i < j and
    B - 1 <= t + i and t + j <= 3*B - 3 and 1 - B <= i - t and j - t <= B - 1 }
[B] -> { A[t, i] -> A[t + 1, j] : j <= i and
    B - 1 <= t + i <= 3*B - 3 and 1 - B <= i - t <= B - 1 and
    B - 1 <= t + 1 + j <= 3*B - 3 and 1 - B <= j - t - 1 <= B - 1 }
# L1: the early end of each row
[B] -> { A[t, i] -> A[s, j] : B - 1 <= t < s and i < j and 1 - B <= i - t <= 2 - B and
    B - 1 <= t + i <= 3*B - 3 and B - 1 <= s + j <= 3*B - 3 and 1 - B <= j - s <= B - 1 }
# L2: the late end of each row
[B] -> { A[t, i] -> A[s, j] : B - 1 <= t and t + 2 <= s and 3*B - 4 <= t + i <= 3*B - 3 and
    1 - B <= i - t <= B - 1 and B - 1 <= s + j <= 3*B - 3 and 1 - B <= j - s <= B - 1 }
