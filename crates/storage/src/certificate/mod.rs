//! The proof that a mapping separates all conflicts: `K ∩ { d : M d = 0 mod b } = {}`.
//!
//! Row by row, the differences that the row does not separate are kept. Under a constant modulus
//! these are an affine set with one integer division. Under a parametric modulus `b` it is first
//! shown that `|row · d| < q b` for a number `q`; the remaining differences then lie on one of the
//! finitely many planes `row · d = m b`, `|m| < q`, each an affine set (`multiples`). Rows with
//! parametric coefficients are taken apart in `parametric_rows`. `sampled` rejects mappings at the
//! sample values.
//!
//! Assumes: no mapping is used that [`certify`] has not proved for every parameter value of the
//! context, whatever found it. Sizes may be less than 1 only where no element is touched: the
//! context of the problem excludes them, and declarations raise them.

mod multiples;
mod parametric_rows;
mod sampled;

pub(crate) use sampled::Sampled;

use crate::problem::row_text;
use crate::{Mapping, Problem, Row};
use multiples::multiples_of;
use poly::{Result, Set};

/// The outcome of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The mapping separates all conflicts for every parameter value of the context.
    Proved,
    /// Some conflicting elements share a cell.
    Refuted,
    /// No number bounds how many multiples of a modulus the differences reach.
    Undecided,
}

/// Proves or rejects a mapping for all parameter values of the context.
pub fn certify(problem: &Problem, mapping: &Mapping) -> Result<Verdict> {
    for row in &mapping.rows {
        if !problem.is_positive(&row.modulus)? {
            return Ok(match row.modulus.degree() {
                0 | 1 => Verdict::Refuted,
                _ => Verdict::Undecided,
            });
        }
    }
    let mut left = problem.half.clone();
    for row in &mapping.rows {
        left = match not_separated(problem, &left, row)? {
            Some(rest) => rest.coalesce()?,
            None => return Ok(Verdict::Undecided),
        };
    }
    Ok(match problem.is_empty(&left)? {
        true => Verdict::Proved,
        false => Verdict::Refuted,
    })
}

/// `{ d in set : row · d = 0 mod b }`, or `None` if that is not shown to be a finite union of
/// affine sets.
fn not_separated(problem: &Problem, set: &Set, row: &Row) -> Result<Option<Set>> {
    match row.is_numeric() {
        true => multiples_of(problem, set, &row_text(&row.form), &row.modulus),
        false => parametric_rows::not_separated(problem, set, row),
    }
}
