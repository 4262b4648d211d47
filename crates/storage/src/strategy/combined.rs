//! Constant reuse vectors, then rows of least width among the forms that are 0 on them (Darte, Isoard,
//! Yuki: Extended lattice-based memory allocation, 2016, heuristic 3).

use super::orders::best_basis;
use super::reuse::Dual;
use super::vectors::reuse_directions;
use super::width::{self, Widths};
use crate::{Mapping, Problem};
use poly::Result;

/// The mappings of the best list of reuse vectors, one per order of the rows; the rows of least width
/// where there are no constant reuse vectors.
///
/// Each reuse vector saves one dimension: lists that leave `below` dimensions or more are left out.
pub(crate) fn propose(problem: &Problem, below: usize) -> Result<Vec<Mapping>> {
    if below == 0 {
        return Ok(Vec::new());
    }
    let mut lists = reuse_directions(problem)?;
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
    best_basis(problem, bases)
}
