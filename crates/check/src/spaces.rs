//! The space of each access, and the names of coordinates.
//!
//! Access 3 in instance `S[i,j]` is `a3[i,j]`.

use poly::Map;
use scop::{Access, AccessKind, Certainty, Subscript};

/// `a3`
pub(crate) fn name(access: &Access) -> String {
    format!("a{}", access.id.0)
}

/// Whether an access is a must-write of several elements, with the same value for each.
pub(crate) fn is_spread(access: &Access) -> poly::Result<bool> {
    let open = access.subscripts.contains(&Subscript::Any);
    let is_must_write = access.kind == AccessKind::Write && access.certainty == Certainty::Must;
    Ok(is_must_write && open && !access.relation.is_single_valued()?)
}

/// The name of an element's coordinate.
pub(crate) fn element(dim: usize) -> String {
    format!("x{dim}'")
}

/// One instance per element: `{ a3[i,x] -> A[x] }` and `{ a3[i,x] -> a3[i] }`.
pub(crate) fn spread(elements: &Map, name: &str) -> poly::Result<(Map, Map)> {
    let elements = elements.with_domain_name(name)?;
    let flat = |map: Map| map.flatten_domain()?.with_domain_name(name);
    Ok((flat(elements.range_map()?)?, flat(elements.domain_map()?)?))
}
