//! Moduli for given rows: successive modulo along them, in every order (Darte, Isoard, Yuki: Extended
//! lattice-based memory allocation, 2016, section 4.1).
//!
//! The first row of an order gets one more than its largest value on the differences; the differences
//! on which it is 0 go on to the next row.

use crate::numbers::orders;
use crate::problem::row_text;
use crate::{Mapping, Problem, Row};
use poly::{Expr, Result, Set};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Sets of rows are kept as bits.
const MOST_ROWS: usize = 120;

/// One mapping per order of the rows, which stand as they are given, not in the order of the search;
/// none if some difference is 0 in all rows.
pub(super) fn every_order(problem: &Problem, rows: &[Vec<i64>]) -> Result<Vec<Mapping>> {
    if rows.len() > MOST_ROWS {
        return Ok(Vec::new());
    }
    let mut found: Vec<Mapping> = Vec::new();
    let mut steps = Steps::default();
    for order in orders(rows.len()) {
        let mapping = along(problem, rows, &order, &mut steps)?;
        if !found.contains(&mapping) {
            found.push(mapping);
        }
    }
    let all = (1_u128 << rows.len()) - 1;
    let complete = match steps.left.get(&all) {
        Some(left) => problem.is_empty(left)?,
        None => problem.is_empty(&problem.half)?,
    };
    Ok(if complete { found } else { Vec::new() })
}

/// The mappings of the best of several bases: the one that is smallest in its given order is tried in
/// every order.
pub(super) fn best_basis(
    problem: &Problem,
    bases: impl IntoIterator<Item = Vec<Vec<i64>>>,
) -> Result<Vec<Mapping>> {
    let mut ranked = Vec::new();
    for basis in bases {
        let order: Vec<usize> = (0..basis.len()).collect();
        let mapping = along(problem, &basis, &order, &mut Steps::default())?;
        let Some(size) = mapping.size(problem) else {
            continue;
        };
        ranked.push(((mapping.degree(problem), size), basis));
    }
    match ranked.into_iter().min_by_key(|(rank, _)| *rank) {
        Some((_, basis)) => every_order(problem, &basis),
        None => Ok(Vec::new()),
    }
}

/// What orders with the same rows in front have in common.
#[derive(Default)]
struct Steps {
    /// The differences that are 0 along a set of rows (one bit per row).
    left: HashMap<u128, Set>,
    /// The modulus of a row after a set of rows.
    moduli: HashMap<(u128, usize), Expr>,
}

fn along(
    problem: &Problem,
    rows: &[Vec<i64>],
    order: &[usize],
    steps: &mut Steps,
) -> Result<Mapping> {
    let mut done = 0_u128;
    let mut left = problem.half.clone();
    let mut moduli = vec![Expr::constant(1); rows.len()];
    for row in order {
        let form = &rows[*row];
        moduli[*row] = match steps.moduli.entry((done, *row)) {
            Entry::Occupied(known) => known.get().clone(),
            Entry::Vacant(slot) => slot.insert(problem.modulus_beyond(&left, form)?).clone(),
        };
        done |= 1 << row;
        left = match steps.left.entry(done) {
            Entry::Occupied(known) => known.get().clone(),
            Entry::Vacant(slot) => slot.insert(on_kernel(problem, &left, form)?).clone(),
        };
    }
    let rows = rows
        .iter()
        .zip(moduli)
        .map(|(form, modulus)| Row::new(form.clone(), modulus));
    let mapping = Mapping {
        rows: rows.collect(),
        dims: problem.dims(),
    };
    Ok(mapping.without_trivial_rows())
}

/// The differences on which the form is 0.
pub(super) fn on_kernel(problem: &Problem, left: &Set, form: &[i64]) -> Result<Set> {
    let condition = format!("{} = 0", row_text(form));
    left.intersect(&problem.points_where(&condition)?)?
        .coalesce()
}
