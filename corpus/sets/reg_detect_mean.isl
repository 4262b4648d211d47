# Regularity detection, N = 6: the triangle of means (and that of the sums of tangents), all alive between two nests.
# Alias, Baray, Darte: "Bee+Cl@k: An Implementation of Lattice-Based Array Contraction in the Source-to-Source
# Translator ROSE", Figure 3.
array: mean[6, 6]
{ mean[j, i] -> mean[l, k] : 0 <= j <= i < 6 and 0 <= l <= k < 6 and (j < l or j = l and i < k) }
