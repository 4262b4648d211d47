//! Which array may be in the storage of which, as far as the text says.

use crate::aliases::only_arrays_are_restricted;
use crate::objects::{Object, Source};
use crate::size::{is_known_at, names_objects, variable};
use crate::words::word;
use crate::{Place, ownership};
use c::Contents;
use c::names::types::Type;

/// Whether the second array may be in the storage of the first one, which gets its storage earlier
/// in the text.
pub fn may_follow(contents: &Contents<'_>, function: usize, [first, second]: [&Object; 2]) -> bool {
    let place = Place::of(contents, function);
    let is_visible = first.start < second.start && first.scope.contains(&second.start);
    is_visible
        && first.element == second.element
        && same_origin(first, second)
        && only_arrays_are_restricted(place)
        && is_reached_before(place, first, second)
        && is_large_enough(place, first, second)
        && (first.heap().is_none() || ownership::removed(place, &[first, second]).is_some())
}

/// Whether no `goto` and no label of a `switch` leads to the second allocation without the first.
fn is_reached_before(place: Place<'_>, first: &Object, second: &Object) -> bool {
    let between = place.unit.tokens_in(first.start..second.start);
    let is_label = |at: usize| match word(place.unit, at) {
        "case" => true,
        "default" => word(place.unit, at + 1) == ":",
        _ => false,
    };
    let mut skips = place.function.symbols.skips.iter();
    let is_skipped = skips.any(|s| s.contains(&first.start) && !s.contains(&second.start));
    first.heap().is_none() || (!is_skipped && !between.into_iter().any(is_label))
}

fn same_origin(first: &Object, second: &Object) -> bool {
    match (&first.origin, &second.origin) {
        (Source::Declared { .. }, Source::Declared { is_fixed, .. }) => !is_fixed,
        (Source::Heap(a), Source::Heap(b)) => {
            let is_reached = a.block.contains(&second.start);
            let same = a.allocator == b.allocator || (a.is_special && b.allocator == "malloc");
            is_reached && same && !b.is_special
        }
        _ => false,
    }
}

/// Whether the storage of the first array is large enough for the second one, or can be.
fn is_large_enough(place: Place<'_>, first: &Object, second: &Object) -> bool {
    if first.covers.contains(&second.id) {
        return true;
    }
    let mut parts = second.size.parts.iter();
    let is_known = parts.all(|part| is_known_at(place, (part, second.id), first.start));
    is_known && (first.size.covers(&second.size) || may_grow(place, first, second))
}

/// Whether the declaration or allocation of the first array can have the size of the second one.
fn may_grow(place: Place<'_>, first: &Object, second: &Object) -> bool {
    if !same_signs(place, first, second) {
        return false;
    }
    match (&first.origin, &second.origin) {
        (Source::Declared { is_fixed, .. }, _) => {
            let varies = |o: &Object| o.size.parts.iter().any(|p| names_objects(place, p));
            !is_fixed && first.dims.len() == 1 && (varies(first) || !varies(second))
        }
        (Source::Heap(a), Source::Heap(b)) => {
            let is_flat = a.is_flat && b.is_flat;
            is_flat && a.bytes.is_some() && b.bytes.is_some()
        }
        _ => false,
    }
}

/// Whether the sizes are of one kind: compilers warn if a signed one meets an unsigned one.
fn same_signs(place: Place<'_>, first: &Object, second: &Object) -> bool {
    let kind = |object: &Object| {
        let tokens = object
            .size
            .parts
            .iter()
            .flat_map(|p| place.unit.tokens_in(p.clone()));
        let mut signs = Vec::new();
        for at in tokens {
            let sign = match variable(place, at).map(|id| place.function.symbols.variable(id)) {
                Some(v) => match &v.declared_type {
                    Type::Integer(ty) => Some(ty.signed),
                    _ => None,
                },
                None if matches!(word(place.unit, at), "sizeof" | "size_t") => return vec![false],
                None => None,
            };
            signs.extend(sign);
        }
        signs.sort_unstable();
        signs.dedup();
        signs
    };
    kind(first) == kind(second)
}
