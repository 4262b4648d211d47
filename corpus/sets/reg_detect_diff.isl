# Regularity detection, N = 6: the triangle of differences, 64 values each, all alive between two nests.
# Alias, Baray, Darte: "Bee+Cl@k: An Implementation of Lattice-Based Array Contraction in the Source-to-Source
# Translator ROSE", Figure 3, which gives no time for the search that finds 1728 cells.
array: diff[6, 6, 64]
{ diff[j, i, k] -> diff[n, m, z] : 0 <= j <= i < 6 and 0 <= n <= m < 6 and 0 <= k, z < 64 and
    (j < n or j = n and i < m or j = n and i = m and k < z) }
