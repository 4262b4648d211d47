//! Reuse vectors (Darte, Isoard, Yuki: Extended lattice-based memory allocation, 2016, heuristic
//! 2): constant ones as long as there are any; the remaining dimensions are mapped along a basis of
//! the forms that are 0 on them, whose multiples are parametric reuse vectors.

pub(super) mod combined;
mod dual;
mod sheared;
mod star;
mod vectors;

pub(super) use dual::{Dual, shorten};

use super::orders::best_basis;
use crate::{Mapping, Problem};
use poly::Result;
use vectors::Conflicts;

/// The mappings of the best list of reuse vectors, one per order of the rows.
pub(crate) fn propose(problem: &Problem) -> Result<Vec<Mapping>> {
    let mut lists = Conflicts::of(problem)?.reuse_directions()?;
    if lists.is_empty() {
        lists.push(Vec::new());
    }
    let mut bases = Vec::new();
    for directions in lists {
        let dual = Dual::of(problem, &directions)?;
        bases.push([dual.orthogonal, dual.along].concat());
    }
    best_basis(problem, bases)
}
