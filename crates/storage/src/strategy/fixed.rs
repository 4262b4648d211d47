//! The differences at one point of the parameters.

use crate::Problem;
use crate::lattice::Differences;
use poly::{Expr, Result};

/// Elementary steps of the search for one determinant.
pub(super) const PATIENCE: u64 = 40_000_000;

/// Values of all parameters.
pub(super) type Point = Vec<(String, i64)>;

/// The value of an expression at a point.
pub(super) fn at(point: &Point, expr: &Expr) -> Option<i64> {
    expr.eval(&|name| point.iter().find(|(n, _)| n == name).map(|(_, v)| *v))
}

/// Number of cells of the array as declared, at a point.
pub(super) fn declared(problem: &Problem, point: &Point) -> Option<i64> {
    let mut extents = problem.extents.iter().map(|e| at(point, e));
    extents.try_fold(1_i64, |size, extent| size.checked_mul(extent?))
}

/// All differences at a point; `None` outside of the context, or if there are more than `most`.
pub(super) fn differences(
    problem: &Problem,
    point: &Point,
    most: usize,
) -> Result<Option<Differences>> {
    let values = || point.iter().map(|(n, v)| (n.as_str(), *v));
    if problem.context.fix_params(values())?.is_empty()? {
        return Ok(None);
    }
    let points = problem.half.fix_params(values())?.points(most)?;
    Ok(points.map(|points| Differences::new(problem.dims(), points)))
}
