# The array y of Durbin's recurrence: y[i,k] is read last when k + 1 is computed, at max(i, k - i).
# Alias, Baray, Darte: "Bee+Cl@k: An Implementation of Lattice-Based Array Contraction in the
# Source-to-Source Translator ROSE", section 4.1.1, which takes the convex hull of the differences.
context: N >= 4
array: y[N, N]
[N] -> { y[i, k] -> y[j, k] : 0 <= i < j <= k < N }
[N] -> { y[i, k] -> y[j, k + 1] : 0 <= i, j <= k < N - 1 and (j < i or j < k - i) }
