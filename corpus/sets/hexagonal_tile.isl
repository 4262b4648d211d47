# A hexagonal tile: the diamond of Figure 7, its rows made longer by B - 1 so that its widest has
# 3B - 2 elements; the later edges are alive at the end as there.
# Bhaskaracharya, Bondhugula, Cohen: "Automatic Storage Optimization for Arrays", section 5, which
# prints the mapping and the extents of the baseline only.
context: B >= 4
array: A[2*B - 1, 3*B - 2]
[B] -> { A[t, i] -> A[t, j] : i < j and
    B - 1 <= t + i and t + j <= 4*B - 4 and 1 - B <= i - t and j - t <= 2*B - 2 }
[B] -> { A[t, i] -> A[t + 1, j] : j <= i and
    B - 1 <= t + i <= 4*B - 4 and 1 - B <= i - t <= 2*B - 2 and 0 <= t <= 2*B - 3 and
    B - 1 <= t + 1 + j <= 4*B - 4 and 1 - B <= j - t - 1 <= 2*B - 2 }
[B] -> { A[t, i] -> A[s, j] : B - 1 <= t < s <= 2*B - 2 and i < j and 1 - B <= i - t <= 2 - B and
    t + i <= 4*B - 4 and s + j <= 4*B - 4 and 1 - B <= j - s <= 2*B - 2 }
[B] -> { A[t, i] -> A[s, j] : B - 1 <= t and t + 2 <= s <= 2*B - 2 and
    4*B - 5 <= t + i <= 4*B - 4 and 1 - B <= i - t <= 2*B - 2 and
    s + j <= 4*B - 4 and 1 - B <= j - s <= 2*B - 2 }
