//! Forms dual to given directions: those that are 0 on all of them, and one for each.

use crate::Problem;
use crate::numbers::{manhattan, positive};
use poly::{IntMatrix, Result};

/// The rows of the inverse of a matrix whose columns are the given directions and others that
/// complete them: each direction has the product 1 or -1 with its own row, and 0 with the
/// orthogonal rows.
pub(crate) struct Dual {
    /// The rows of the given directions.
    pub(crate) along: Vec<Vec<i64>>,
    /// The rows that are 0 on all given directions; they span all such forms.
    pub(crate) orthogonal: Vec<Vec<i64>>,
}

impl Dual {
    pub(crate) fn of(problem: &Problem, directions: &[Vec<i64>]) -> Result<Self> {
        let given = IntMatrix::from_rows(directions.to_vec(), problem.dims())?;
        let columns = given.complete_unimodular()?.transpose();
        let inverse = columns.inverse_unimodular()?;
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

/// Adds or subtracts other rows as long as that reduces the sum of the absolute entries.
pub(crate) fn shorten<'a>(row: &mut Vec<i64>, others: impl Iterator<Item = &'a Vec<i64>> + Clone) {
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
