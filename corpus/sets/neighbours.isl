# An element of ten is needed until the next one is written. There is no line for the array: it is the box of the
# elements in the set.
{ A[i] -> A[i + 1] : 0 <= i < 9 }
