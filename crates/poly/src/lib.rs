//! A safe interface to isl: parametric integer sets and relations, joins of many of them, exact
//! integer matrices, quasi-affine expressions, Farkas multipliers and small integer programs. Knows
//! nothing of C or of programs.
//!
//! Only this crate names isl-rs and coin_cbc. Three rules hold for everything in it:
//!
//! * A [`Context`] and all objects made in it stay on one thread (the types are not `Send`).
//! * Every operation returns `Result`: a computation that exceeds the budget set with
//!   [`Context::start_budget`] ends in [`PolyError::Budget`], it never hangs.
//! * Objects are values: methods take `&self` and leave it as it was.

mod constraints;
mod context;
mod error;
mod expr;
mod farkas;
mod fit;
mod ilp;
mod matrix;
mod notation;
mod raw;
mod rows;
mod scan;
mod sets;
mod space;
mod versions;

pub use context::{Allowance, Context, OPERATIONS_PER_SECOND};
pub use error::{PolyError, Result};
pub use expr::{Atom, Expr};
pub use farkas::{Bounder, UpperBound, ValidForms};
pub use fit::{Fit, Fraction, fit};
pub use ilp::{Ilp, Linear, Solution};
pub use matrix::{IntMatrix, MatrixError};
pub use rows::{Join, Rows, Sign, Term};
pub use scan::{Scan, Test, Visits, counter_name};
pub use sets::{Halfspace, Map, Pair, PwAff, PwAffPiece, Set, UnionMap, UnionSet};
pub use space::{Space, all, any, equal, in_box, less, less_at, names, not_after, zero};
pub use versions::{cbc_version, isl_version};
