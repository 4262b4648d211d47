//! Constant reuse vectors, then rows of least width among the forms that are 0 on them (Darte, Isoard,
//! Yuki: Extended lattice-based memory allocation, 2016, heuristic 3).

use super::orders::best_basis;
use super::reuse::Dual;
use super::vectors::reuse_directions;
use super::width::{self, narrow_rows};
use crate::{Mapping, Problem};
use poly::Result;

/// The mappings of the best list of reuse vectors, one per order of the rows; the rows of least width
/// where there are no constant reuse vectors.
pub(crate) fn propose(problem: &Problem) -> Result<Vec<Mapping>> {
    let lists = reuse_directions(problem)?;
    if lists.is_empty() {
        return width::propose(problem);
    }
    let mut bases: Vec<Vec<Vec<i64>>> = Vec::new();
    for directions in lists {
        let dual = Dual::of(problem, &directions)?;
        if let Some(narrow) = narrow_rows(problem, &dual.orthogonal)? {
            bases.push([narrow, dual.along].concat());
        }
    }
    best_basis(problem, bases)
}
