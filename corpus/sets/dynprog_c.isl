# Dynamic programming over intervals of 10 positions, their starts descending: c[i,j] with i > 0 is read last by the
# interval from 0 to j, one that starts at 0 by the whole interval, which is the result.
# Alias, Baray, Darte: "Bee+Cl@k: An Implementation of Lattice-Based Array Contraction in the Source-to-Source
# Translator ROSE", Figure 4. They find 61 cells for the printed listing, which ascends and so reads what is computed
# later; descending, 56 are enough.
array: c[10, 10]
{ c[i, j] -> c[k, l] : 0 <= i < j < 10 and 0 <= k < l < 10 and
    (i > k > 0 or i = k > 0 and j < l or i > 0 and k = 0 and l < j or i = k = 0 and j < l < 9) }
