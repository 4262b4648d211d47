//! Short constant reuse vectors (Darte, Isoard, Yuki: Extended lattice-based memory allocation,
//! 2016, section 4.2): elements at this distance share a cell for all parameter values.
//!
//! The differences for any parameter values are extended to a star-shaped set. A shortest vector
//! outside of it is a reuse vector; the differences are extruded along it, and the next vector is
//! sought.

use super::star::star;
use crate::Problem;
use crate::numbers::{manhattan, primitive};
use crate::strategy::norm::{MOST_DIMS_FOR_MANHATTAN, Norm, ball};
use poly::{IntMatrix, Map, Result, Set, Space, names, zero};

/// How many of the shortest vectors are tried as the first one, for each norm.
const FIRST: usize = 3;
/// All vectors up to this length are examined, unless there are very many.
const FEW: i64 = 4;
const MOST_TIES: usize = 4000;
/// The vectors that are differences for some parameter values.
pub(super) struct Conflicts<'a> {
    problem: &'a Problem,
    /// The differences for any parameter values, star-shaped, with their negatives and 0.
    any: Set,
}

impl<'a> Conflicts<'a> {
    pub(super) fn of(problem: &'a Problem) -> Result<Self> {
        let any = problem.half.intersect_params(&problem.context)?;
        let any = any.without_params()?.remove_divs()?.coalesce()?;
        let any = star(problem, &any)?;
        let any = any
            .union(&any.neg()?)?
            .union(&leading_zeros(problem, problem.dims())?)?
            .coalesce()?;
        Ok(Conflicts { problem, any })
    }

    /// Whether elements at this distance may share a cell, and those at all multiples of it.
    pub(super) fn allow(&self, vector: &[i64]) -> Result<bool> {
        let point = Set::point(&self.problem.ctx, vector)?;
        self.any.intersect(&point)?.is_empty()
    }

    /// Primitive directions of constant reuse vectors, as several alternative lists. Each list is
    /// not empty and completes to a unimodular matrix.
    pub(super) fn reuse_directions(&self) -> Result<Vec<Vec<Vec<i64>>>> {
        let Conflicts { problem, any } = self;
        let mut found: Vec<Vec<Vec<i64>>> = Vec::new();
        for norm in [Norm::Max, Norm::Manhattan] {
            for first in shortest_outside(problem, any, norm, 0)?
                .into_iter()
                .take(FIRST)
            {
                let mut directions = vec![primitive(first)];
                while let Some(next) = next_direction(problem, any, norm, &directions)? {
                    directions.push(next);
                }
                if !found.contains(&directions) {
                    found.push(directions);
                }
            }
        }
        Ok(found)
    }
}

/// The direction of a shortest vector outside of the differences extruded along earlier directions.
///
/// The earlier directions are completed to a basis. Multiples of the earlier ones do not matter:
/// coordinates along them are set to 0, and lengths are measured in this basis.
fn next_direction(
    problem: &Problem,
    conflicts: &Set,
    norm: Norm,
    earlier: &[Vec<i64>],
) -> Result<Option<Vec<i64>>> {
    let (dims, count) = (problem.dims(), earlier.len());
    if count == dims {
        return Ok(None);
    }
    let rows = IntMatrix::from_rows(earlier.to_vec(), dims)?;
    let basis = rows.complete_unimodular()?;
    let extruded = extruded(problem, conflicts, &basis, count)?;
    let shortest = shortest_outside(problem, &extruded, norm, count)?;
    let Some(coefficients) = shortest.into_iter().next().map(primitive) else {
        return Ok(None);
    };
    Ok(Some(basis.transpose().apply(&coefficients)?))
}

/// `{ (0, ..., 0, k_count, ..., k_n) : x in set, x = sum of k_j * basis_j }`
fn extruded(problem: &Problem, set: &Set, basis: &IntMatrix, count: usize) -> Result<Set> {
    let inverse = basis.inverse_unimodular()?.transpose();
    let mut rows = inverse.rows().to_vec();
    rows[..count].fill(Vec::new());
    let coefficients = Map::linear(&problem.ctx, problem.dims(), &rows)?;
    set.apply(&coefficients)?.coalesce()
}

/// `{ (0, ..., 0, x, y, ...) }`
fn leading_zeros(problem: &Problem, count: usize) -> Result<Set> {
    let d = names("d", problem.dims());
    Space::plain(&problem.ctx).points(&d, zero(&d[..count]))
}

/// Shortest vectors outside of a set that contains 0, with 0 in the first `zeros` coordinates, one
/// of each and its negative; vectors of one length are sorted by the other norm, the most diagonal
/// first.
fn shortest_outside(
    problem: &Problem,
    set: &Set,
    norm: Norm,
    zeros: usize,
) -> Result<Vec<Vec<i64>>> {
    let dims = problem.dims();
    if norm == Norm::Manhattan && dims > MOST_DIMS_FOR_MANHATTAN {
        return Ok(Vec::new());
    }
    let plane = leading_zeros(problem, zeros)?;
    let outside = plane.subtract(set)?;
    let Some(length) = least_length(problem, &outside, norm)? else {
        return Ok(Vec::new());
    };
    if length > FEW {
        return one_shortest(problem, &outside, norm);
    }
    let ball = problem.points_where(&ball(norm, dims, &length.to_string()))?;
    let near = outside.intersect(&ball.without_params()?)?;
    let Some(mut found) = near.points(MOST_TIES)? else {
        return one_shortest(problem, &outside, norm);
    };
    found.retain(|v| v.iter().find(|c| **c != 0).is_some_and(|c| *c > 0));
    found.sort_by_key(|v| (manhattan(v), largest(v), diagonal(v), negatives(v)));
    Ok(found)
}

/// One shortest vector, smallest by the other norm among those of one length.
fn one_shortest(problem: &Problem, set: &Set, norm: Norm) -> Result<Vec<Vec<i64>>> {
    let (dims, d) = (problem.dims(), names("d", problem.dims()));
    let (first, second) = match norm {
        Norm::Max => (Norm::Max, Norm::Manhattan),
        Norm::Manhattan => (Norm::Manhattan, Norm::Max),
    };
    let balls = match dims > MOST_DIMS_FOR_MANHATTAN {
        true => format!("{} and b = 0", ball(first, dims, "a")),
        false => format!("{} and {}", ball(first, dims, "a"), ball(second, dims, "b")),
    };
    let all = [["a", "b"].map(str::to_string).to_vec(), d.clone()].concat();
    let measured = set.apply(&Space::plain(&problem.ctx).pairs(&d, &all, balls)?)?;
    let points = measured.lexmin()?.points(1)?.unwrap_or_default();
    Ok(points.into_iter().map(|p| p[2..].to_vec()).collect())
}

/// The least norm of a point of the set.
fn least_length(problem: &Problem, set: &Set, norm: Norm) -> Result<Option<i64>> {
    let d = names("d", problem.dims());
    let ball = ball(norm, problem.dims(), "m");
    let length = Space::plain(&problem.ctx).pairs(&d, &["m"], ball)?;
    let least = set.apply(&length)?.neg()?.dim_max_value(0)?;
    Ok(least.map(|m| -m))
}

fn largest(v: &[i64]) -> i64 {
    v.iter().map(|c| c.abs()).max().unwrap_or(0)
}

/// The sum of all differences of two components.
fn diagonal(v: &[i64]) -> i64 {
    let pairs = v.iter().enumerate();
    pairs
        .flat_map(|(at, x)| v[at + 1..].iter().map(move |y| (x - y).abs()))
        .sum()
}

fn negatives(v: &[i64]) -> usize {
    v.iter().filter(|c| **c < 0).count()
}
