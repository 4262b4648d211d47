//! The values of expressions and of integer objects: affine forms, polynomials, shapes of arrays.
//! Knows nothing of statements and accesses.

pub(crate) mod cursors;
pub(crate) mod evaluator;
pub(crate) mod expressions;
pub(crate) mod formula;
pub(crate) mod known_values;
pub(crate) mod loops;
pub(crate) mod mode;
pub(crate) mod original;
pub(crate) mod params;
pub(crate) mod shapes;
pub(crate) mod source;
pub(crate) mod state;
pub(crate) mod units;
pub(crate) mod value;
