//! Parameter values that are proved apart: claims about all of them have more cases. A context of
//! several convex pieces would multiply the pieces of every domain by theirs.

use poly::{Result, Set};
use scop::System;

/// No more parts are proved apart.
const MOST_PARTS: usize = 6;

/// Parts of the parameter values in `context`.
pub(super) fn parts(before: &System, after: &System, context: &Set) -> Result<Vec<Set>> {
    let has_versions = after.scop.statements.len() > before.scop.statements.len();
    if has_versions && let Some(parts) = by_version(after, context)? {
        return Ok(parts);
    }
    let parts = by_execution(before, after, context)?;
    let pieces = context.pieces()?;
    match parts.len() == 1 && pieces.len() <= MOST_PARTS {
        true => Ok(pieces),
        false => Ok(parts),
    }
}

/// The values by the statements that are executed, if some statements are versions of each other:
/// no values execute both. `None` if there are no versions, or too many.
fn by_version(after: &System, context: &Set) -> Result<Option<Vec<Set>>> {
    let mut executed: Vec<Set> = Vec::new();
    for statement in &after.scop.statements {
        let own = statement.domain.params()?.intersect(context)?;
        let mut is_new = !own.is_empty()?;
        for known in &executed {
            is_new = is_new && !own.is_equal(known)?;
        }
        if is_new {
            executed.push(own);
        }
    }
    let mut parts = vec![context.clone()];
    for own in &executed {
        let mut is_version = false;
        for other in &executed {
            is_version = is_version || own.intersect(other)?.is_empty()?;
        }
        if !is_version {
            continue;
        }
        let mut next = Vec::new();
        for part in &parts {
            for piece in [part.intersect(own)?, part.subtract(own)?] {
                if !piece.is_empty()? {
                    next.push(piece.coalesce()?);
                }
            }
        }
        if next.len() > MOST_PARTS {
            return Ok(None);
        }
        parts = next;
    }
    Ok((parts.len() > 1).then_some(parts))
}

/// The values for which all statements of `before` are executed, and the others. All values
/// together if `after` has no more loops than `before`, whose claims then have few cases.
fn by_execution(before: &System, after: &System, context: &Set) -> Result<Vec<Set>> {
    let whole = vec![context.clone()];
    if after.scop.time_dims <= before.scop.time_dims {
        return Ok(whole);
    }
    let mut full = context.clone();
    for statement in &before.scop.statements {
        full = full.intersect(&statement.domain.params()?)?;
    }
    let others = context.subtract(&full)?.coalesce()?;
    if full.is_empty()? || others.is_empty()? {
        return Ok(whole);
    }
    Ok(vec![full.coalesce()?, others])
}
