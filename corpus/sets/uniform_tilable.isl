# A uniform stencil whose two loops may be tiled by any sizes.
# Yuki, Rajopadhye: "Memory Allocations for Tiled Uniform Dependence Programs", Figure 1: the shortest
# occupancy vector is (2, 2).
context: N >= 4 and M >= 4
array: A[N, M]
vectors: (2, 0) (2, 1) (1, 2) (0, 2)
order: tilable
