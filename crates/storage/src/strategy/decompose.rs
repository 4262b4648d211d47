//! Decompositions of half of the differences into convex sets. Which sets a row can separate as a
//! whole depends on the decomposition.

use crate::Problem;
use poly::{Result, Set};

/// Decompositions with more pieces are not worth their cost.
const MOST_PIECES: usize = 8;

/// Decompositions of one of each difference and its negative, all non-empty within the context: as
/// given; by the first nonzero coordinate; and these pieces cut by the signs of the other
/// coordinates.
pub(super) fn decompositions(problem: &Problem) -> Result<Vec<Vec<Set>>> {
    let given = problem.half.intersect_params(&problem.context)?;
    let given = given.coalesce()?;
    let all = given.union(&given.neg()?)?.coalesce()?;
    let mut found: Vec<Vec<Set>> = Vec::new();
    if given.is_disjoint(&given.neg()?)? {
        found.push(pieces(&given)?);
    }
    let parts = by_first_coordinate(problem, &all)?;
    let mut coarse = Vec::new();
    for part in &parts {
        coarse.extend(pieces(&part.coalesce()?)?);
    }
    found.push(coarse);
    let mut fine = Vec::new();
    for part in &parts {
        for cut in by_signs(problem, part)? {
            fine.extend(pieces(&cut.coalesce()?)?);
        }
    }
    found.push(fine);
    found.retain(|pieces| pieces.len() <= MOST_PIECES);
    distinct(found)
}

fn pieces(set: &Set) -> Result<Vec<Set>> {
    let mut found = Vec::new();
    for piece in set.pieces()? {
        if !piece.is_empty()? {
            found.push(piece);
        }
    }
    Ok(found)
}

/// `{ d in set : d0 = ... = d(k-1) = 0, dk > 0 }` for each `k`, the lexicographically positive
/// half.
fn by_first_coordinate(problem: &Problem, set: &Set) -> Result<Vec<Set>> {
    let mut zero = String::new();
    let mut parts = Vec::new();
    for k in 0..problem.dims() {
        let condition = format!("{zero}d{k}' > 0");
        parts.push(set.intersect(&problem.points_where(&condition)?)?);
        zero.push_str(&format!("d{k}' = 0 and "));
    }
    Ok(parts)
}

/// The set cut at each change of sign of a coordinate.
fn by_signs(problem: &Problem, set: &Set) -> Result<Vec<Set>> {
    let mut parts = vec![set.clone()];
    for k in 0..problem.dims() {
        let mut cut = Vec::new();
        for part in parts {
            for sign in ["<= -1", "= 0", ">= 1"] {
                let condition = format!("d{k}' {sign}");
                let side = part.intersect(&problem.points_where(&condition)?)?;
                if !side.is_empty()? {
                    cut.push(side);
                }
            }
        }
        parts = cut;
        if parts.len() > MOST_PIECES {
            break;
        }
    }
    Ok(parts)
}

/// Removes decompositions with the same pieces as another.
fn distinct(all: Vec<Vec<Set>>) -> Result<Vec<Vec<Set>>> {
    let mut kept: Vec<Vec<Set>> = Vec::new();
    'candidates: for candidate in all {
        for other in &kept {
            if same_pieces(&candidate, other)? {
                continue 'candidates;
            }
        }
        kept.push(candidate);
    }
    Ok(kept)
}

/// Whether each piece of one, or its negative, is a piece of the other.
fn same_pieces(one: &[Set], other: &[Set]) -> Result<bool> {
    if one.len() != other.len() {
        return Ok(false);
    }
    for piece in one {
        let negative = piece.neg()?;
        let mut found = false;
        for o in other {
            found = found || piece.is_equal(o)? || negative.is_equal(o)?;
        }
        if !found {
            return Ok(false);
        }
    }
    Ok(true)
}
