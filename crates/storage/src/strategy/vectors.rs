//! Short constant reuse vectors (Darte, Isoard, Yuki: Extended lattice-based memory allocation, 2016,
//! section 4.2): elements that far apart share a cell, whatever the parameters are.
//!
//! The differences for any parameter values are made star-shaped. A shortest vector outside of them
//! is a reuse vector; the differences are extruded along it, and the next one is sought.

use super::decompose::universe;
use super::star::star;
use super::width::failed;
use crate::Problem;
use crate::problem::coordinates;
use poly::{IntMatrix, Map, PolyError, Result, Set};

/// How many of the shortest vectors are tried as the first one, for each norm.
const FIRST: usize = 3;
/// Of more vectors of the same length only some are looked at.
const MOST_TIES: usize = 4000;
/// The Manhattan norm has two half-spaces per axis in every combination.
const MOST_DIMS_FOR_MANHATTAN: usize = 6;

/// How long a vector is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Norm {
    Max,
    Manhattan,
}

/// Primitive directions of constant reuse vectors, in several ways: each a list of rows that completes
/// to a unimodular matrix, as long as such vectors were found. Never empty lists.
pub(super) fn reuse_directions(problem: &Problem) -> Result<Vec<Vec<Vec<i64>>>> {
    let any = problem.half.intersect_params(&problem.context)?;
    let any = any.without_params()?.remove_divs()?.coalesce()?;
    let any = star(problem, &any)?;
    let conflicts = any.union(&any.neg()?)?.coalesce()?;
    let mut found: Vec<Vec<Vec<i64>>> = Vec::new();
    for norm in [Norm::Max, Norm::Manhattan] {
        for first in shortest_outside(problem, &conflicts, norm)?
            .into_iter()
            .take(FIRST)
        {
            let mut directions = vec![primitive(first)];
            while let Some(next) = next_direction(problem, &conflicts, norm, &directions)? {
                directions.push(next);
            }
            if !found.contains(&directions) {
                found.push(directions);
            }
        }
    }
    Ok(found)
}

/// The direction of a shortest vector outside of the differences extruded along earlier directions.
fn next_direction(
    problem: &Problem,
    conflicts: &Set,
    norm: Norm,
    earlier: &[Vec<i64>],
) -> Result<Option<Vec<i64>>> {
    let dims = problem.dims();
    if earlier.len() == dims {
        return Ok(None);
    }
    let extruded = extrude(problem, conflicts, earlier)?;
    let Some(shortest) = shortest_outside(problem, &extruded, norm)?
        .into_iter()
        .next()
    else {
        return Ok(None);
    };
    let earlier_rows = IntMatrix::from_rows(earlier.to_vec(), dims).map_err(failed)?;
    let basis = earlier_rows.complete_unimodular().map_err(failed)?;
    let inverse = basis.inverse_unimodular().map_err(failed)?;
    // shortest = coordinates * basis; multiples of the earlier directions do not matter.
    let within = inverse.transpose().apply(&shortest).map_err(failed)?;
    let mut rest = primitive(within[earlier.len()..].to_vec());
    if rest.iter().all(|c| *c == 0) {
        return Ok(None);
    }
    let mut coefficients = vec![0; earlier.len()];
    coefficients.append(&mut rest);
    basis
        .transpose()
        .apply(&coefficients)
        .map(Some)
        .map_err(failed)
}

/// `{ x + sum of k_j * direction_j : x in set }`.
fn extrude(problem: &Problem, set: &Set, directions: &[Vec<i64>]) -> Result<Set> {
    let dims = problem.dims();
    let names = |prefix: &str, count: usize| -> Vec<String> {
        (0..count).map(|k| format!("{prefix}{k}")).collect()
    };
    let (ends, steps) = (names("e", dims), names("k", directions.len()));
    let moved = (0..dims).map(|d| {
        let moves = directions.iter().zip(&steps);
        let moves: String = moves.map(|(v, k)| format!(" + {}*{k}", v[d])).collect();
        format!("e{d} = d{d}'{moves}")
    });
    let conditions: Vec<String> = moved.collect();
    let text = format!(
        "{{ [{}] -> [{}] : exists {} : {} }}",
        coordinates(dims),
        ends.join(", "),
        steps.join(", "),
        conditions.join(" and ")
    );
    set.apply(&Map::parse(&problem.ctx, &text)?)?.coalesce()
}

/// Shortest vectors outside of a set that are not 0, one of each and its negative; of those of one
/// length the smallest by the other norm first, then the most diagonal.
fn shortest_outside(problem: &Problem, set: &Set, norm: Norm) -> Result<Vec<Vec<i64>>> {
    let dims = problem.dims();
    if norm == Norm::Manhattan && dims > MOST_DIMS_FOR_MANHATTAN {
        return Ok(Vec::new());
    }
    let nowhere: Vec<String> = (0..dims).map(|d| format!("d{d}' = 0")).collect();
    let zero = problem.points_where(&nowhere.join(" and "))?;
    let inside = set.union(&zero.without_params()?)?;
    let outside = universe(problem)?.subtract(&inside)?;
    let Some(length) = least_length(problem, &outside, norm)? else {
        return Ok(Vec::new());
    };
    let ball = problem.points_where(&ball(norm, dims, &length.to_string()))?;
    let near = outside.intersect(&ball.without_params()?)?;
    let mut found: Vec<Vec<i64>> = match near.points(MOST_TIES)? {
        Some(points) => points,
        None => return Err(PolyError::Budget),
    };
    found.retain(|v| v.iter().find(|c| **c != 0).is_some_and(|c| *c > 0));
    found.sort_by_key(|v| (manhattan(v), largest(v), diagonal(v), negatives(v)));
    Ok(found)
}

/// The least norm of a point of the set.
fn least_length(problem: &Problem, set: &Set, norm: Norm) -> Result<Option<i64>> {
    let d = coordinates(problem.dims());
    let ball = ball(norm, problem.dims(), "m");
    let length = Map::parse(&problem.ctx, &format!("{{ [{d}] -> [m] : {ball} }}"))?;
    let least = set.apply(&length)?.neg()?.dim_max_value(0)?;
    Ok(least.map(|m| -m))
}

/// The points whose norm is at most `limit`.
fn ball(norm: Norm, dims: usize, limit: &str) -> String {
    let conditions: Vec<String> = match norm {
        Norm::Max => (0..dims)
            .map(|d| format!("d{d}' <= {limit} and d{d}' >= -{limit}"))
            .collect(),
        Norm::Manhattan => (0..1_u32 << dims)
            .map(|signs| {
                let sign = |d: usize| if signs >> d & 1 == 1 { "-" } else { "+" };
                let sum: String = (0..dims).map(|d| format!(" {} d{d}'", sign(d))).collect();
                format!("0{sum} <= {limit}")
            })
            .collect(),
    };
    conditions.join(" and ")
}

fn manhattan(v: &[i64]) -> i64 {
    v.iter().map(|c| c.abs()).sum()
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

/// Divided by the greatest common divisor of its components.
fn primitive(v: Vec<i64>) -> Vec<i64> {
    let divisor = v.iter().fold(0, |g, c| gcd(g, c.abs()));
    match divisor {
        0 | 1 => v,
        g => v.into_iter().map(|c| c / g).collect(),
    }
}

/// The greatest common divisor of two numbers that are not negative.
pub(super) fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
