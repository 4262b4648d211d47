//! What C allows two names of one storage: `restrict` pointers.

use crate::Place;
use crate::words::word;

/// Whether all `restrict` pointers of a function are its own heap arrays.
pub(crate) fn only_arrays_are_restricted(place: Place<'_>) -> bool {
    let unit = place.unit;
    let body = place
        .function
        .base
        .range(place.function.definition.statement.span);
    unit.tokens_in(body).all(|at| {
        let name = (at..unit.tokens.len()).find(|k| !is_pointer_word(word(unit, *k)));
        let declared = name.and_then(|k| {
            let start = unit.tokens[k].at.start as usize;
            place.function.symbols.declared_at(start)
        });
        !is_restrict(word(unit, at)) || declared.is_some_and(|id| place.facts.heap(id).is_some())
    })
}

fn is_restrict(word: &str) -> bool {
    matches!(word, "restrict" | "__restrict" | "__restrict__")
}

fn is_pointer_word(word: &str) -> bool {
    is_restrict(word) || matches!(word, "*" | "(" | "const")
}
