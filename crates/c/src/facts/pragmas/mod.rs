//! The meaning of pragmas: OpenMP constructs, nests that may be tiled, arrays that are temporaries.

pub(crate) mod bands;
pub mod own;
pub(crate) mod promises;
pub mod threads;
