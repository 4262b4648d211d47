# A uniform stencil in any order that keeps its dependences.
# Yuki, Rajopadhye: "Memory Allocations for Tiled Uniform Dependence Programs", Figure 2: the shortest
# occupancy vectors are twice as long as for tilings.
context: N >= 4 and M >= 4
array: A[N, M]
vectors: (2, 0) (2, 1) (1, 2) (0, 2)
order: any
