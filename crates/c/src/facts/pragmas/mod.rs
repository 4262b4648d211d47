//! The meaning of pragmas: OpenMP constructs, nests that may be tiled, arrays that are temporaries.

pub mod bands;
pub mod own;
pub mod promises;
pub mod threads;
