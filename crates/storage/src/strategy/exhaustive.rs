//! Every integer lattice by growing determinant, where the parameters have fixed values (Cl@k's
//! optimal search: Alias, Baray, Darte 2007, section 4; the published search took 46 minutes for a
//! determinant of 2400).

use super::fixed::{PATIENCE, Point, declared, differences};
use crate::lattice::{Congruence, Lattice, smallest};
use crate::numbers::manhattan;
use crate::{Mapping, Problem, Row};
use poly::{Expr, Result};

/// Larger sets of differences are not enumerated.
const MOST_POINTS: usize = 40_000;

/// The mapping of least size, if the context admits a single value of each parameter.
pub(crate) fn propose(problem: &Problem) -> Result<Vec<Mapping>> {
    let Some(point) = only_point(problem)? else {
        return Ok(Vec::new());
    };
    let Some(differences) = differences(problem, &point, MOST_POINTS)? else {
        return Ok(Vec::new());
    };
    let largest = declared(problem, &point).unwrap_or(i64::MAX - 1);
    let lattices = smallest(&differences, largest, threads(), PATIENCE);
    let plainest = lattices
        .iter()
        .map(Lattice::congruences)
        .min_by_key(|rows| rank(rows));
    let mapping = plainest.map(|rows| Mapping {
        rows: rows.into_iter().map(row).collect(),
        dims: problem.dims(),
    });
    Ok(mapping.into_iter().collect())
}

/// Number of threads of a search; the result does not depend on it.
pub(super) fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The simplest rows are first: few rows, small coefficients.
pub(super) fn rank(rows: &[Congruence]) -> (usize, i64, Vec<Congruence>) {
    let weight = rows.iter().map(|r| manhattan(&r.form)).sum();
    (rows.len(), weight, rows.to_vec())
}

fn row(congruence: Congruence) -> Row {
    Row::new(congruence.form, Expr::constant(congruence.modulus))
}

/// The single point of the context, in the parameters that the differences depend on; `None` if
/// there are others.
fn only_point(problem: &Problem) -> Result<Option<Point>> {
    let lean = problem.lean()?;
    for param in &lean.params {
        if !lean.always(&format!("{} = {}", param.name, param.value))? {
            return Ok(None);
        }
    }
    let values = problem.params.iter().map(|p| (p.name.clone(), p.value));
    Ok(Some(values.collect()))
}
