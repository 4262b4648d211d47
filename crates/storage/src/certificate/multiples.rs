//! Where an affine value is a multiple of a modulus: a finite union of affine sets, if a number
//! bounds the multiples.

use crate::Problem;
use poly::{Expr, Result, Set};

/// Largest number of multiples of a parametric modulus that are tried on each side.
pub(super) const MOST_MULTIPLES: i64 = 8;

/// `{ d in set : value = 0 mod b }` for an affine value, or `None` if no number bounds the
/// multiples.
pub(super) fn multiples_of(
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
pub(super) fn most_multiples(
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
