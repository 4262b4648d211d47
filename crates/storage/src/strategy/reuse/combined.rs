//! Constant reuse vectors, then rows of least width among the forms that are 0 on them (Darte,
//! Isoard, Yuki: Extended lattice-based memory allocation, 2016, heuristic 3); also a box sheared
//! along one such vector, with rows that do not wrap.

use super::dual::Dual;
use super::sheared;
use super::vectors::Conflicts;
use crate::strategy::orders::best_basis;
use crate::strategy::width::{self, Widths};
use crate::{Mapping, Problem};
use poly::Result;

/// The mappings of the best list of reuse vectors, one per order of the rows, and a sheared box;
/// the rows of least width if there are no constant reuse vectors.
///
/// Each reuse vector saves one dimension: lists that leave `below` dimensions or more are omitted.
pub(crate) fn propose(problem: &Problem, below: usize) -> Result<Vec<Mapping>> {
    if below == 0 {
        return Ok(Vec::new());
    }
    let conflicts = Conflicts::of(problem)?;
    let mut lists = conflicts.reuse_directions()?;
    if lists.is_empty() && problem.dims() < below {
        return width::propose(problem);
    }
    lists.retain(|directions| problem.dims() - directions.len() < below);
    if lists.is_empty() {
        return Ok(Vec::new());
    }
    let mut bases: Vec<Vec<Vec<i64>>> = Vec::new();
    let widths = Widths::new(problem)?;
    for directions in lists {
        let dual = Dual::of(problem, &directions)?;
        if let Some(narrow) = widths.narrow_rows(&dual.orthogonal)? {
            bases.push([narrow, dual.along].concat());
        }
    }
    let mut found = best_basis(problem, bases)?;
    if problem.dims() <= below {
        found.extend(sheared::propose(problem, &conflicts)?);
    }
    Ok(found)
}
