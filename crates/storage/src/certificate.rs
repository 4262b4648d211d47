//! The proof that a mapping separates all conflicts: `K ∩ { d : M d = 0 mod b } = {}`.
//!
//! Row by row, the differences that the row does not separate are kept. Under a modulus that is a
//! number this is an affine set with one integer division. Under a parametric modulus `b` it is
//! first shown that `|row · d| < q b` for a number `q`; what is not separated then lies on one of
//! the finitely many planes `row · d = m b`, `|m| < q`, each an affine set.

use crate::problem::row_text;
use crate::{Mapping, Problem, Row};
use poly::{Result, Set};

/// Largest number of multiples of a parametric modulus that is tried on each side.
const MOST_MULTIPLES: i64 = 8;

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
        if !problem.always(&format!("{} >= 1", row.modulus))? {
            return Ok(Verdict::Refuted);
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
            let Some(b) = self.problem.at_sample(&row.modulus) else {
                return Ok(false);
            };
            if b < 1 {
                return Ok(true);
            }
            let condition = format!("exists k' : {} = {b}*k'", row_text(&row.form));
            left = left.intersect(&self.problem.points_where(&condition)?)?;
        }
        Ok(!left.is_empty()?)
    }
}

/// `{ d in set : row · d = 0 mod b }`, or `None` if that is not a finite union of affine sets.
fn not_separated(problem: &Problem, set: &Set, row: &Row) -> Result<Option<Set>> {
    let form = row_text(&row.form);
    let modulus = &row.modulus;
    if let Some(b) = modulus.as_constant() {
        let condition = format!("exists k' : {form} = {b}*k'");
        return set.intersect(&problem.points_where(&condition)?).map(Some);
    }
    let Some(multiples) = multiples(problem, set, row)? else {
        return Ok(None);
    };
    let mut left = set.intersect(&problem.points_where(&format!("{form} = 0"))?)?;
    for m in 1..multiples {
        for sign in ["", "-"] {
            let condition = format!("{form} = {sign}{m}*({modulus})");
            left = left.union(&set.intersect(&problem.points_where(&condition)?)?)?;
        }
    }
    Ok(Some(left))
}

/// The smallest number `q` with `|row · d| < q b` on the set.
fn multiples(problem: &Problem, set: &Set, row: &Row) -> Result<Option<i64>> {
    let form = row_text(&row.form);
    let modulus = &row.modulus;
    for q in 1..=MOST_MULTIPLES {
        let outside = format!("{form} >= {q}*({modulus}) or {form} <= -{q}*({modulus})");
        let beyond = set.intersect(&problem.points_where(&outside)?)?;
        if problem.is_empty(&beyond)? {
            return Ok(Some(q));
        }
    }
    Ok(None)
}
