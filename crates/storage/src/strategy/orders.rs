//! Moduli for given rows: successive modulo along them, in every order (Darte, Isoard, Yuki:
//! Extended lattice-based memory allocation, 2016, section 4.1).
//!
//! The modulus of the first row of an order is one more than its largest value on the differences;
//! the next row handles the differences on which the first is 0.

use crate::numbers::orders;
use crate::problem::row_text;
use crate::{Mapping, Problem, Row};
use fixedbitset::FixedBitSet;
use poly::{Expr, Result, Set};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// One mapping per order of the rows; its rows keep the given order, not that of the search. None
/// if some difference is 0 in all rows.
pub(super) fn every_order(problem: &Problem, rows: &[Vec<i64>]) -> Result<Vec<Mapping>> {
    let mut found: Vec<Mapping> = Vec::new();
    let mut steps = Steps::default();
    for order in orders(rows.len()) {
        let mapping = along(problem, rows, &order, &mut steps)?;
        if !found.contains(&mapping) {
            found.push(mapping);
        }
    }
    let mut all = FixedBitSet::with_capacity(rows.len());
    all.insert_range(..);
    let complete = match steps.left.get(&all) {
        Some(left) => problem.is_empty(left)?,
        None => problem.is_empty(&problem.half)?,
    };
    Ok(if complete { found } else { Vec::new() })
}

/// The mappings of the best of several bases: the basis that is smallest in its given order is
/// tried in every order.
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

/// Results that orders with the same first rows share.
#[derive(Default)]
struct Steps {
    /// The differences on which a set of rows is 0.
    left: HashMap<FixedBitSet, Set>,
    /// The modulus of a row after a set of rows.
    moduli: HashMap<(FixedBitSet, usize), Expr>,
}

fn along(
    problem: &Problem,
    rows: &[Vec<i64>],
    order: &[usize],
    steps: &mut Steps,
) -> Result<Mapping> {
    let mut done = FixedBitSet::with_capacity(rows.len());
    let mut left = problem.half.clone();
    let mut moduli = vec![Expr::constant(1); rows.len()];
    for row in order {
        let form = &rows[*row];
        moduli[*row] = match steps.moduli.entry((done.clone(), *row)) {
            Entry::Occupied(known) => known.get().clone(),
            Entry::Vacant(slot) => slot.insert(problem.modulus_beyond(&left, form)?).clone(),
        };
        done.insert(*row);
        left = match steps.left.entry(done.clone()) {
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
