//! isl made pleasant: parametric integer sets and relations, joins of many of them, exact integer matrices, quasi-affine
//! expressions, Farkas multipliers and small integer programs. Knows nothing of C or of programs.
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
mod halfspace;
mod ilp;
mod join;
mod matrix;
mod names;
mod notation;
mod pieces;
mod plain;
mod raw;
mod rows;
mod sets;
mod system;
mod watch;

pub use context::Context;
pub use error::{PolyError, Result};
pub use expr::{Atom, Expr};
pub use farkas::{Bounder, UpperBound, ValidForms};
pub use fit::{Fit, Fraction, fit};
pub use halfspace::Halfspace;
pub use ilp::{Ilp, Linear, Solution};
pub use join::{Join, Sign, Term};
pub use matrix::{IntMatrix, MatrixError};
pub use pieces::Piece;
pub use rows::Rows;
pub use sets::{Map, PwAff, Set, UnionMap, UnionSet};
pub use watch::OPERATIONS_PER_SECOND;
