//! Successive modulo on the canonical axes (Lefebvre, Feautrier: Automatic storage management for
//! parallel programs, 1998), for every order of the axes.
//!
//! The first axis of an order gets one more than the largest difference along it; the differences
//! that are 0 there go on to the next axis.

use crate::problem::row_text;
use crate::{Mapping, Problem, Row};
use poly::{Expr, Result, Set};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Orders of up to this many axes are all tried; of more axes only the given one and its reverse.
const ALL_ORDERS_UP_TO: usize = 4;

/// One mapping per order of the axes; rows stand in the order of the axes, not of the search.
pub(crate) fn propose(problem: &Problem) -> Result<Vec<Mapping>> {
    let mut found: Vec<Mapping> = Vec::new();
    let mut steps = Steps::default();
    for order in orders(problem.dims()) {
        let mapping = along(problem, &order, &mut steps)?;
        if !found.contains(&mapping) {
            found.push(mapping);
        }
    }
    Ok(found)
}

/// What orders with the same axes in front have in common.
#[derive(Default)]
struct Steps {
    /// The differences that are 0 along a set of axes (one bit per axis).
    left: HashMap<u32, Set>,
    /// The modulus of an axis after a set of axes.
    moduli: HashMap<(u32, usize), Expr>,
}

fn along(problem: &Problem, order: &[usize], steps: &mut Steps) -> Result<Mapping> {
    let mut done = 0_u32;
    let mut left = problem.half.clone();
    let mut moduli = vec![Expr::constant(1); problem.dims()];
    for axis in order {
        let form = unit(*axis, problem.dims());
        moduli[*axis] = match steps.moduli.entry((done, *axis)) {
            Entry::Occupied(known) => known.get().clone(),
            Entry::Vacant(slot) => slot.insert(modulus(problem, &left, &form)?).clone(),
        };
        done |= 1 << axis;
        left = match steps.left.entry(done) {
            Entry::Occupied(known) => known.get().clone(),
            Entry::Vacant(slot) => slot.insert(on_kernel(problem, &left, &form)?).clone(),
        };
    }
    let rows = moduli.into_iter().enumerate().map(|(axis, modulus)| Row {
        form: unit(axis, problem.dims()),
        modulus,
    });
    let mapping = Mapping {
        rows: rows.collect(),
        dims: problem.dims(),
    };
    Ok(mapping.without_trivial_rows())
}

/// One more than the largest absolute value of the form on the differences; 1 if there are none.
pub(super) fn modulus(problem: &Problem, left: &Set, form: &[i64]) -> Result<Expr> {
    match problem.reach(left, form)? {
        Some(bound) => problem.modulus_above(bound),
        None => Ok(Expr::constant(1)),
    }
}

/// The differences on which the form is 0.
pub(super) fn on_kernel(problem: &Problem, left: &Set, form: &[i64]) -> Result<Set> {
    let condition = format!("{} = 0", row_text(form));
    left.intersect(&problem.points_where(&condition)?)?
        .coalesce()
}

fn unit(axis: usize, dims: usize) -> Vec<i64> {
    (0..dims).map(|d| i64::from(d == axis)).collect()
}

fn orders(dims: usize) -> Vec<Vec<usize>> {
    let forth: Vec<usize> = (0..dims).collect();
    if dims > ALL_ORDERS_UP_TO {
        let back = forth.iter().rev().copied().collect();
        return vec![forth, back];
    }
    permutations(&forth)
}

fn permutations(items: &[usize]) -> Vec<Vec<usize>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    items
        .iter()
        .flat_map(|first| {
            let rest: Vec<usize> = items.iter().filter(|x| *x != first).copied().collect();
            permutations(&rest).into_iter().map(|mut tail| {
                tail.insert(0, *first);
                tail
            })
        })
        .collect()
}
