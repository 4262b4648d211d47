//! The places of a function that name an object.

use super::definition::word;
use c::names::file::Function;
use source::{Origin, Span, Unit};
use std::ops::Range;

/// A place that names an object.
#[derive(Clone, Debug)]
pub(super) struct Use {
    /// The index of the token.
    pub(super) index: usize,
    /// The member, and the bytes of `object.member`.
    pub(super) member: Option<(String, Span)>,
    /// The member is assigned, or its address is taken.
    pub(super) is_changed: bool,
}

/// The tokens of a function's body.
pub(super) fn body(unit: &Unit, function: &Function<'_>) -> Range<usize> {
    let range = function.base.range(function.definition.statement.span);
    unit.tokens_in(range)
}

/// The bytes of a token that the user wrote in this place.
pub(super) fn written(unit: &Unit, index: usize) -> Option<Span> {
    match unit.tokens.get(index)?.origin {
        Origin::Written(span) => Some(span),
        _ => None,
    }
}

/// The bytes from one token to another.
pub(super) fn written_range(unit: &Unit, tokens: Range<usize>) -> Option<Span> {
    let first = written(unit, tokens.start)?;
    Some(first.to(written(unit, tokens.end.checked_sub(1)?)?))
}

/// The uses of an object in some tokens; `None` if one is not written in the file itself.
pub(super) fn uses(unit: &Unit, tokens: Range<usize>, name: &str) -> Option<Vec<Use>> {
    let named = tokens.filter(|k| {
        let before = k.checked_sub(1).map_or("", |k| word(unit, k));
        word(unit, *k) == name && !matches!(before, "." | "->" | "goto")
    });
    named.map(|index| used(unit, index)).collect()
}

fn used(unit: &Unit, index: usize) -> Option<Use> {
    let own = written(unit, index)?;
    if !matches!(word(unit, index + 1), "." | "->") {
        return Some(Use {
            index,
            member: None,
            is_changed: false,
        });
    }
    let member = word(unit, index + 2).to_string();
    let span = own.to(written(unit, index + 2)?);
    let before = index.checked_sub(1).map_or("", |k| word(unit, k));
    let earlier = index.checked_sub(2).map_or("", |k| word(unit, k));
    let after = word(unit, index + 3);
    let is_operand = earlier.ends_with(|c: char| c.is_alphanumeric() || "_)]".contains(c));
    let is_assigned = after.ends_with('=') && !matches!(after, "==" | "!=" | "<=" | ">=");
    let is_changed = is_assigned
        || matches!(after, "++" | "--")
        || matches!(before, "++" | "--")
        || before == "&" && !is_operand;
    Some(Use {
        index,
        member: Some((member, span)),
        is_changed,
    })
}
