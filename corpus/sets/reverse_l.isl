# Two columns and two rows at the end of a square, all alive.
# Darte, Isoard, Yuki: "Extended Lattice-Based Memory Allocation", Figure 1 and the script of
# section 5.1.
context: N >= 5
array: A[N, N]
[N] -> { [x, y] : -1 <= -x < N and -1 <= y < N and not (x = 0 and y = 0) }
[N] -> { [x, y] : -1 <= x < N and -1 <= -y < N and not (x = 0 and y = 0) }
