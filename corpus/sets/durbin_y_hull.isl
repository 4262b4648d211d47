# The array y of Durbin's recurrence for N = 100, its differences as they are published: a convex set around those of
# durbin_y.isl.
# Alias, Baray, Darte: "Bee+Cl@k: An Implementation of Lattice-Based Array Contraction in the Source-to-Source
# Translator ROSE", section 4.1.1.
array: y[100, 100]
{ [i, k] : -99 <= i + 2*k <= 99 and -99 <= i - k <= 99 and -1 <= k <= 1 and not (i = 0 and k = 0) }
