# One stage of a Harris corner detector, tiled: a window of three rows, so each tile leaves its two
# last rows to the next. Nothing conflicts across tiles.
# The stage is that of Bhaskaracharya, Bondhugula, Cohen: "Automatic Storage Optimization for
# Arrays", Table I, which prints the mapping only; the set is that of Figure 5 with the tiles' own
# indices as first dimensions.
context: B >= 4 and T >= 1
array: sobel[T, T, B, B]
[T, B] -> { sobel[r, s, x, y] -> sobel[r, s, x, v] :
    0 <= r, s < T and 0 <= x < B and 0 <= y < v < B }
[T, B] -> { sobel[r, s, x, y] -> sobel[r, s, u, v] :
    0 <= r, s < T and 0 <= x < u < B and B - 2 <= y < B and 0 <= v < B }
