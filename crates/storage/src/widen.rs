//! Undoes a small gain that costs a modulo or an offset in every subscript: an axis that keeps
//! nearly its declared extent, or nearly all elements that are used, keeps all of them, and its
//! subscripts stay as written.

use crate::certificate::{Verdict, certify};
use crate::{Mapping, Problem, Row, RowRange};
use poly::{Expr, Result};

/// A dimension shrinks by at least this part, or not at all.
const LEAST_PART: i64 = 8;

/// The mapping with the extents of the array, or of the used part, in place of moduli that save too
/// little; `ranges` are those of its rows.
pub(crate) fn widen(problem: &Problem, mapping: Mapping, ranges: &[RowRange]) -> Result<Mapping> {
    let mut widened = mapping.clone();
    for (row, range) in widened.rows.iter_mut().zip(ranges) {
        let Some(axis) = row.axis() else { continue };
        if !is_rewritten(problem, &row.modulus, range)? {
            continue;
        }
        let extent = &problem.extents[axis];
        if is_near(problem, &row.modulus, extent) {
            row.modulus = at_least_one(problem, extent)?;
        } else if let Some(used) = used(problem, row, range)?
            && is_near(problem, &row.modulus, &used)
        {
            row.modulus = used;
        }
    }
    match widened != mapping && certify(problem, &widened)? == Verdict::Proved {
        true => Ok(widened),
        false => Ok(mapping),
    }
}

/// A size of a dimension, raised to 1: where the array has no elements it may be anything.
pub(crate) fn at_least_one(problem: &Problem, extent: &Expr) -> Result<Expr> {
    let one = Expr::constant(1);
    match problem.always(&format!("{extent} >= 1"))? {
        true => Ok(extent.clone()),
        false => Ok(Expr::max_of(vec![extent.clone(), one.clone()]).unwrap_or(one)),
    }
}

/// A number of cells for all elements that are used, if a number is enough.
fn used(problem: &Problem, row: &Row, range: &RowRange) -> Result<Option<Expr>> {
    if row.modulus.as_constant().is_none() || !problem.always(&format!("{} >= 0", range.low))? {
        return Ok(None);
    }
    let highest = problem.touched.max_of(&row.form)?;
    Ok(highest.map(|highest| Expr::constant(highest + 1)))
}

/// Whether subscripts need a modulo or an offset.
fn is_rewritten(
    problem: &Problem,
    modulus: &Expr,
    RowRange { low, high }: &RowRange,
) -> Result<bool> {
    Ok(!problem.always(&format!("{low} >= 0 and {high} < {modulus}"))?)
}

/// Whether the modulus saves less than 1/8 of the extent where parameters are large. A modulus with
/// a division or max is expensive to compute and to read, so it must save at least 7/8.
fn is_near(problem: &Problem, modulus: &Expr, extent: &Expr) -> bool {
    let (Some(size), Some(extent)) = (problem.at_scale(modulus), problem.at_scale(extent)) else {
        return false;
    };
    match modulus.is_affine() {
        true => (extent - size).saturating_mul(LEAST_PART) < extent,
        false => extent < size.saturating_mul(LEAST_PART),
    }
}
