//! Transformations that change the order of a scop. Knows sets, no C.
