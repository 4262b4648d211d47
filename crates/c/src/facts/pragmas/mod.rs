//! The meaning of pragmas: OpenMP constructs, nests that may be tiled, arrays that are temporaries,
//! options of the compiler.

pub(crate) mod bands;
pub mod concern;
pub mod own;
pub(crate) mod promises;
pub mod threads;
