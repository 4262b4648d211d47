//! Whether tiles of a nest can gain anything.

use super::TileUnit;
use super::dependences::Instances;
use poly::Result;
use scop::{Access, Scop, Subscript, System};

/// Whether different instances of the units touch the same element, or neighbours in a row are
/// touched by iterations of an outer loop: tiles keep such elements in the cache.
///
/// # Errors
///
/// If the operation budget is used up.
pub fn has_reuse(system: &System, units: &[TileUnit], outer: usize) -> Result<bool> {
    let scop = &system.scop;
    let statements = units.iter().flat_map(|unit| &unit.statements);
    let accesses = statements.flat_map(|s| scop.accesses.iter().filter(|a| a.statement == *s));
    if accesses
        .clone()
        .any(|access| is_along_column(scop, access, outer))
    {
        return Ok(true);
    }
    match Instances::new(system, units, outer)? {
        Some(instances) => instances.share_elements(),
        None => Ok(false),
    }
}

/// Whether the last subscript moves with an outer loop and not with the innermost one.
fn is_along_column(scop: &Scop, access: &Access, outer: usize) -> bool {
    let statement = scop.statement(access.statement);
    let own = statement.iterators.get(outer..).unwrap_or_default();
    let (Some((innermost, others)), Some(Subscript::Affine(last))) =
        (own.split_last(), access.subscripts.last())
    else {
        return false;
    };
    let moves = |name: &String| last.coefficient(name) != 0;
    !moves(innermost) && others.iter().any(moves) && access.subscripts.len() > 1
}
