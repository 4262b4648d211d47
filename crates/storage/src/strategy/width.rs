//! Greedy rows of least width (Darte, Isoard, Yuki: Extended lattice-based memory allocation, 2016,
//! heuristic 1 with each width taken on the differences that earlier rows leave).
//!
//! A row is an integer form. Its largest value on the remaining differences must have an affine
//! bound in the parameters; the row with the least bound at large values of them is taken. Rows are
//! elements of a lattice of forms; each is sought among the vectors that complete the earlier rows
//! to a basis of it.

use super::orders::{every_order, on_kernel};
use crate::numbers::{positive, unit};
use crate::{Mapping, Problem};
use poly::{Bounder, IntMatrix, Result, Set};

/// The mappings of the greedy rows; none if there is no affine bound.
pub(crate) fn propose(problem: &Problem) -> Result<Vec<Mapping>> {
    let dims = problem.dims();
    let all: Vec<Vec<i64>> = (0..dims).map(|axis| unit(axis, dims)).collect();
    match Widths::new(problem)?.narrow_rows(&all)? {
        Some(rows) => every_order(problem, &rows),
        None => Ok(Vec::new()),
    }
}

/// The differences, prepared for several searches.
pub(super) struct Widths {
    problem: Problem,
    all: Bounder,
}

/// Coefficients of a row in a space, and the row.
type Narrow = (Vec<i64>, Vec<i64>);

impl Widths {
    pub(super) fn new(problem: &Problem) -> Result<Self> {
        let problem = problem.lean()?;
        let all = bounder(&problem, &problem.half)?;
        Ok(Widths { problem, all })
    }

    /// Rows of the lattice that `space` spans, until no difference is left or there are as many as
    /// `space` has; `None` if there is no affine bound. Shapes: rows of n entries.
    pub(super) fn narrow_rows(&self, space: &[Vec<i64>]) -> Result<Option<Vec<Vec<i64>>>> {
        let problem = &self.problem;
        let space = IntMatrix::from_rows(space.to_vec(), problem.dims())?;
        let mut left = problem.half.clone();
        let mut rows: Vec<Vec<i64>> = Vec::new();
        let mut chosen: Vec<Vec<i64>> = Vec::new();
        while chosen.len() < space.rows().len() && !problem.is_empty(&left)? {
            let found = match chosen.is_empty() {
                true => self.narrowest(&self.all, &space, &chosen)?,
                false => self.narrowest(&bounder(problem, &left)?, &space, &chosen)?,
            };
            let Some((combination, row)) = found else {
                return Ok(None);
            };
            left = on_kernel(problem, &left, &row)?;
            chosen.push(combination);
            rows.push(positive(row));
        }
        Ok(Some(rows))
    }

    /// The row of least width that completes the chosen ones.
    fn narrowest(
        &self,
        bounder: &Bounder,
        space: &IntMatrix,
        chosen: &[Vec<i64>],
    ) -> Result<Option<Narrow>> {
        let chosen = IntMatrix::from_rows(chosen.to_vec(), space.rows().len())?;
        let completed = chosen.complete_unimodular()?;
        let basis = completed.multiply(space)?;
        let large = self.problem.large_values(bounder.params());
        let values: Vec<i64> = large.iter().map(|(_, v)| *v).collect();
        let from = chosen.rows().len();
        let Some(found) = bounder.least_upper_bound(basis.rows(), from, &values) else {
            return Ok(None);
        };
        let combination = completed.transpose().apply(&found.multipliers);
        let combination = combination?;
        Ok(completes(&chosen, &combination).then_some((combination, found.row)))
    }
}

/// Bounds forms on the hull: a form has the same largest value on a union and on its hull.
fn bounder(problem: &Problem, left: &Set) -> Result<Bounder> {
    Bounder::new(&left.intersect_params(&problem.context)?.simple_hull()?)
}

fn completes(earlier: &IntMatrix, form: &[i64]) -> bool {
    let mut rows = earlier.rows().to_vec();
    rows.push(form.to_vec());
    let matrix = IntMatrix::from_rows(rows, earlier.cols());
    matrix.is_ok_and(|m| m.complete_unimodular().is_ok())
}
