//! Spends a few cells on moduli by which innermost loops can walk from cell to cell: `5*N - 4` for `max(1, 5*N - 20)`, where a
//! loop takes steps of 5. With one more or less than a multiple of the step, other orders of the cells are there.

use crate::certificate::{Verdict, certify};
use crate::{Mapping, Problem, Row};
use poly::{Atom, Expr, Result};

/// A modulus grows by so many cells at most, and by no more than this part of it.
const MOST_MORE: i64 = 32;
const LEAST_PART: i64 = 16;

/// The mapping with such moduli, as far as they are proved.
pub(crate) fn with_steps(problem: &Problem, mut mapping: Mapping) -> Result<Mapping> {
    for row in 0..mapping.rows.len() {
        let Some(modulus) = walkable(problem, &mapping.rows[row])? else {
            continue;
        };
        let mut candidate = mapping.clone();
        candidate.rows[row].modulus = modulus;
        if certify(problem, &candidate)? == Verdict::Proved {
            mapping = candidate;
        }
    }
    Ok(mapping)
}

/// The next larger size that is one more or less than a multiple of the row's step; `None` if it is one already, or
/// there is none near.
fn walkable(problem: &Problem, row: &Row) -> Result<Option<Expr>> {
    let steps = row.form.iter().zip(&problem.innermost);
    let mut steps = steps.filter(|(c, inner)| **inner && **c != 0);
    let (Some((step, _)), None) = (steps.next(), steps.next()) else {
        return Ok(None);
    };
    let step = step.abs();
    let Some(least) = beside_numbers(&row.modulus).filter(|_| step > 1 && row.is_numeric()) else {
        return Ok(None);
    };
    let before = problem.at_sample(&row.modulus).unwrap_or(0);
    let most = MOST_MORE.min(before / LEAST_PART);
    for more in 0..=most {
        let size = least.clone() + Expr::constant(more);
        let is_beside = [1, -1].into_iter().any(|rest| {
            let multiple = size.clone() - Expr::constant(rest);
            multiple.exact_quotient(step).is_some()
        });
        if is_beside && problem.is_positive(&size)? {
            return Ok((size != row.modulus).then_some(size));
        }
    }
    Ok(None)
}

/// `N` of `N` or `max(1, N)`: an affine size that is no number.
fn beside_numbers(size: &Expr) -> Option<Expr> {
    let grows = |e: &&Expr| e.is_affine() && e.as_constant().is_none();
    if let Some(size) = Some(size).filter(grows) {
        return Some(size.clone());
    }
    let mut terms = size.terms();
    let (Some((Atom::Max(list), 1)), None, 0) = (terms.next(), terms.next(), size.constant_part())
    else {
        return None;
    };
    let mut others = list.iter().filter(|e| e.as_constant().is_none());
    let only = others.next().filter(grows)?;
    others.next().is_none().then(|| only.clone())
}
