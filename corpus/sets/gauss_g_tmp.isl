# The image between the two nests of a separable Gaussian blur, 50 x 50: all rows but the first and the last are
# alive between the nests.
# Alias, Baray, Darte: "Bee+Cl@k: An Implementation of Lattice-Based Array Contraction in the Source-to-Source
# Translator ROSE", Figure 3, where the search for 2400 cells takes 46 minutes.
array: g_tmp[50, 50]
{ g_tmp[x, y] -> g_tmp[u, v] : 1 <= x, u <= 48 and 0 <= y, v < 50 and (x < u or x = u and y < v) }
