//! Greedy rows of least width (Darte, Isoard, Yuki: Extended lattice-based memory allocation, 2016,
//! heuristic 1 with each width taken on what the rows before leave).
//!
//! A row is an integer form whose largest value on the remaining differences has an affine bound in
//! the parameters that is least at large values of them, among the forms that are not in the span of
//! the rows before. Rows that cannot be completed to a unimodular matrix are passed over: they would
//! waste cells.

use super::successive_modulo::{modulus, on_kernel};
use crate::{Mapping, Problem, Row};
use poly::{Bounder, Expr, IntMatrix, MatrixError, PolyError, Result, Set};

/// One mapping, or none where no affine bound exists.
pub(crate) fn propose(problem: &Problem) -> Result<Vec<Mapping>> {
    let mut left = problem.half.clone();
    let mut rows: Vec<Row> = Vec::new();
    while !problem.is_empty(&left)? {
        let forms = rows.iter().map(|r| r.form.clone()).collect();
        let Some(form) = narrowest(problem, &left, forms)? else {
            return Ok(Vec::new());
        };
        let modulus = modulus(problem, &left, &form)?;
        left = on_kernel(problem, &left, &form)?;
        rows.push(Row { form, modulus });
    }
    let dims = problem.dims();
    Ok(vec![Mapping { rows, dims }.without_trivial_rows()])
}

/// The form of least width outside the span of the earlier rows.
fn narrowest(problem: &Problem, left: &Set, rows: Vec<Vec<i64>>) -> Result<Option<Vec<i64>>> {
    let earlier = IntMatrix::from_rows(rows, problem.dims()).map_err(failed)?;
    // A form has the same largest value on a union and on its hull.
    let bounder = Bounder::new(&left.intersect_params(&problem.context)?.simple_hull()?)?;
    let large = problem.large_values(bounder.params());
    let at_large = |e: &Expr| e.eval(&|n| large.iter().find(|(m, _)| m == n).map(|(_, v)| *v));
    let values: Vec<i64> = large.iter().map(|(_, v)| *v).collect();
    let mut best: Option<((i64, i64), Vec<i64>)> = None;
    for direction in earlier.kernel().map_err(failed)?.rows() {
        let Some(bound) = bounder.least_upper_bound(direction, &values) else {
            continue;
        };
        let size = bound.row.iter().map(|c| c.abs()).sum();
        let form = positive(bound.row);
        let Some(width) = at_large(&bound.bound).filter(|_| completes(&earlier, &form)) else {
            continue;
        };
        if best
            .as_ref()
            .is_none_or(|(least, _)| (width, size) < *least)
        {
            best = Some(((width, size), form));
        }
    }
    Ok(best.map(|(_, form)| form))
}

/// The differences are symmetric: a form and its negative are the same. Take the one whose last
/// entry is positive, so that the innermost index keeps its direction.
fn positive(form: Vec<i64>) -> Vec<i64> {
    match form.iter().rfind(|c| **c != 0) {
        Some(last) if *last < 0 => form.into_iter().map(|c| -c).collect(),
        _ => form,
    }
}

fn completes(earlier: &IntMatrix, form: &[i64]) -> bool {
    let mut rows = earlier.rows().to_vec();
    rows.push(form.to_vec());
    let matrix = IntMatrix::from_rows(rows, earlier.cols());
    matrix.is_ok_and(|m| m.complete_unimodular().is_ok())
}

fn failed(error: MatrixError) -> PolyError {
    PolyError::Failed(error.to_string())
}
