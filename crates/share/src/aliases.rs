//! What C allows two names of one storage: `restrict` pointers and functions that want their
//! arguments apart.

use crate::Place;
use crate::objects::Object;
use crate::words::{index_at, word};
use c::Contents;
use c::syntax::full_expressions::full_expressions;
use source::Unit;

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

/// Whether two arrays may be the same memory wherever both are passed to a function: it is one of
/// the file, and no function of the file has `restrict` pointers.
pub fn may_be_passed_together(
    contents: &Contents<'_>,
    function: usize,
    pair: [&Object; 2],
) -> bool {
    let place = Place::of(contents, function);
    let unit = place.unit;
    let body = &place.function.definition.statement;
    let is_whole = |at: &usize| word(unit, index_at(unit, *at) + 1) != "[";
    let mut meetings = { full_expressions(body, place.function.base).into_iter() }
        .filter(|e| {
            let passes = |object: &Object| {
                let mut uses = object.uses.iter();
                uses.any(|at| e.contains(at) && is_whole(at))
            };
            pair.iter().all(|object| passes(object))
        })
        .peekable();
    if meetings.peek().is_none() {
        return true;
    }
    let mut functions = contents.file.functions.iter();
    let restricts = |f: &c::names::file::Function<'_>| {
        let is_other = f.name != place.function.name;
        is_other
            && unit
                .tokens_in(f.range())
                .any(|at| is_restrict(word(unit, at)))
    };
    !functions.any(restricts) && meetings.all(|e| calls_own(contents, unit, e))
}

/// Whether an expression calls functions of the file alone.
fn calls_own(contents: &Contents<'_>, unit: &Unit, expression: std::ops::Range<usize>) -> bool {
    unit.tokens_in(expression).all(|at| {
        let name = word(unit, at);
        let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let is_call = is_name && name != "sizeof" && word(unit, at + 1) == "(";
        !is_call || contents.file.definition(name).is_some()
    })
}

fn is_restrict(word: &str) -> bool {
    matches!(word, "restrict" | "__restrict" | "__restrict__")
}

fn is_pointer_word(word: &str) -> bool {
    is_restrict(word) || matches!(word, "*" | "(" | "const")
}
