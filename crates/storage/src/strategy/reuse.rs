//! Reuse vectors first (Darte, Isoard, Yuki: Extended lattice-based memory allocation, 2016,
//! heuristic 2): constant ones as long as there are any; what is left is mapped along a basis of the
//! forms that are 0 on them, whose multiples are parametric reuse vectors.

use super::orders::best_basis;
use super::vectors::Conflicts;
use super::width::failed;
use crate::numbers::{manhattan, positive};
use crate::{Mapping, Problem};
use poly::{IntMatrix, Result};

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

/// The rows of the inverse of a matrix whose columns are given directions, and others that complete
/// them: `directions` and rows of one index have the product 1 or -1, the orthogonal ones 0 with all.
pub(super) struct Dual {
    /// The rows of the given directions.
    pub(super) along: Vec<Vec<i64>>,
    /// The rows that are 0 on all given directions: they span all forms that are.
    pub(super) orthogonal: Vec<Vec<i64>>,
}

impl Dual {
    pub(super) fn of(problem: &Problem, directions: &[Vec<i64>]) -> Result<Self> {
        let given = IntMatrix::from_rows(directions.to_vec(), problem.dims()).map_err(failed)?;
        let columns = given.complete_unimodular().map_err(failed)?.transpose();
        let inverse = columns.inverse_unimodular().map_err(failed)?;
        let (along, orthogonal) = inverse.rows().split_at(directions.len());
        let mut orthogonal = orthogonal.to_vec();
        for at in 0..orthogonal.len() {
            let (before, rest) = orthogonal.split_at_mut(at);
            let Some((row, after)) = rest.split_first_mut() else {
                continue;
            };
            shorten(row, before.iter().chain(after.iter()));
        }
        let mut along = along.to_vec();
        along
            .iter_mut()
            .for_each(|row| shorten(row, orthogonal.iter()));
        let forward = |rows: Vec<Vec<i64>>| rows.into_iter().map(positive).collect();
        Ok(Dual {
            along: forward(along),
            orthogonal: forward(orthogonal),
        })
    }
}

/// Adds or subtracts other rows as long as the sum of the absolute entries gets smaller.
pub(super) fn shorten<'a>(row: &mut Vec<i64>, others: impl Iterator<Item = &'a Vec<i64>> + Clone) {
    loop {
        let moved = others.clone().flat_map(|other| {
            [1, -1].map(|sign| {
                let both = row.iter().zip(other);
                both.map(|(a, b)| a + sign * b).collect::<Vec<i64>>()
            })
        });
        match moved.min_by_key(|m| manhattan(m)) {
            Some(shorter) if manhattan(&shorter) < manhattan(row) => *row = shorter,
            _ => return,
        }
    }
}
