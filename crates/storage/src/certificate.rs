//! The proof that a mapping separates all conflicts: `K ∩ { d : M d = 0 mod b } = {}`.
//!
//! Row by row, the differences that the row does not separate are kept. Under a modulus that is a
//! number this is an affine set with one integer division. Under a parametric modulus `b` it is
//! first shown that `|row · d| < q b` for a number `q`; what is not separated then lies on one of
//! the finitely many planes `row · d = m b`, `|m| < q`, each an affine set. Rows with coefficients that carry
//! parameters are taken apart in `digits`.

use crate::digits;
use crate::problem::row_text;
use crate::{Mapping, Problem, Row};
use poly::{Expr, Result, Set};

/// Largest number of multiples of a parametric modulus that is tried on each side.
pub(crate) const MOST_MULTIPLES: i64 = 8;

/// The outcome of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The mapping separates all conflicts for every parameter value of the context.
    Proved,
    /// Some conflicting elements share a cell.
    Refuted,
    /// No number bounds how often the modulus fits into the differences.
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

/// The differences at the samples: a cheap way to reject mappings, never to accept one.
pub(crate) struct Sampled<'a> {
    problem: &'a Problem,
    differences: Option<Set>,
}

impl<'a> Sampled<'a> {
    pub(crate) fn new(problem: &'a Problem) -> Result<Self> {
        let differences = match problem.sample_point()? {
            Some(point) => Some(problem.half.fix_params(point)?.coalesce()?),
            None => None,
        };
        Ok(Sampled {
            problem,
            differences,
        })
    }

    /// Whether the mapping lets two conflicting elements share a cell already there.
    pub(crate) fn rejects(&self, mapping: &Mapping) -> Result<bool> {
        let Some(mut left) = self.differences.clone() else {
            return Ok(false);
        };
        for row in &mapping.rows {
            let Some((form, b)) = row.at(&|name| self.problem.sample(name)) else {
                return Ok(false);
            };
            if b < 1 {
                return Ok(true);
            }
            let condition = format!("exists k' : {} = {b}*k'", row_text(&form));
            left = left.intersect(&self.problem.points_where(&condition)?)?;
        }
        Ok(!left.is_empty()?)
    }
}

/// `{ d in set : row · d = 0 mod b }`, or `None` if that is not shown to be a finite union of affine sets.
fn not_separated(problem: &Problem, set: &Set, row: &Row) -> Result<Option<Set>> {
    match row.is_numeric() {
        true => multiples_of(problem, set, &row_text(&row.form), &row.modulus),
        false => digits::not_separated(problem, set, row),
    }
}

/// `{ d in set : value = 0 mod b }` for an affine value, or `None` if no number bounds the multiples.
pub(crate) fn multiples_of(
    problem: &Problem,
    set: &Set,
    value: &str,
    modulus: &Expr,
) -> Result<Option<Set>> {
    if let Some(b) = modulus.as_constant() {
        let condition = format!("exists k' : {value} = {b}*k'");
        return set.intersect(&problem.points_where(&condition)?).map(Some);
    }
    let Some(most) = most_multiples(problem, set, value, modulus)? else {
        return Ok(None);
    };
    let mut left = set.intersect(&problem.points_where(&format!("{value} = 0"))?)?;
    for m in 1..most {
        for sign in ["", "-"] {
            let condition = format!("{value} = {sign}{m}*({modulus})");
            left = left.union(&set.intersect(&problem.points_where(&condition)?)?)?;
        }
    }
    Ok(Some(left))
}

/// The smallest number `q` with `|value| < q b` on the set.
pub(crate) fn most_multiples(
    problem: &Problem,
    set: &Set,
    value: &str,
    modulus: &Expr,
) -> Result<Option<i64>> {
    for q in 1..=MOST_MULTIPLES {
        let outside = format!("{value} >= {q}*({modulus}) or {value} <= -{q}*({modulus})");
        let beyond = set.intersect(&problem.points_where(&outside)?)?;
        if problem.is_empty(&beyond)? {
            return Ok(Some(q));
        }
    }
    Ok(None)
}
