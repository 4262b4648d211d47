//! What expressions and integer objects hold: affine forms, polynomials, known values.

pub(crate) mod affine;
pub(crate) mod algebra;
pub(crate) mod evaluator;
pub(crate) mod formula;
pub(crate) mod heap_size;
pub(crate) mod induction;
pub(crate) mod inline;
pub(crate) mod known_values;
pub(crate) mod loops;
pub(crate) mod members;
pub(crate) mod names;
pub(crate) mod original;
pub(crate) mod params;
pub(crate) mod polynomial;
pub(crate) mod recorder;
pub(crate) mod shapes;
pub(crate) mod source;
pub(crate) mod split;
pub(crate) mod state;
