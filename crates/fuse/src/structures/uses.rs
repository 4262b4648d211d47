//! The places of a function that name an object.

use super::definition::{Member, word};
use crate::inline::is_asserted;
use c::names::file::Function;
use source::{Origin, Span, Unit};
use std::collections::BTreeSet;
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

impl Use {
    /// Whether it is the whole object, or one of the members that are understood.
    pub(super) fn is_of(&self, members: &[Option<Member>]) -> bool {
        let named = |(name, _): &(String, Span)| members.iter().flatten().any(|m| m.name == *name);
        self.member.as_ref().is_none_or(named)
    }
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

/// The bytes of a token that the user wrote in a block, perhaps as an argument of a macro. Only
/// that of an assertion may also be a part of a message.
pub(super) fn spelled(unit: &Unit, block: Span, index: usize) -> Option<Span> {
    let token = unit.tokens.get(index)?;
    let span = token.spelled().filter(|span| block.contains(*span))?;
    (is_asserted(token) || !unit.uses.is_consumed(span)).then_some(span)
}

/// The places of an object's name in the tokens of a block; `None` if one is not in its text.
pub(super) fn names(unit: &Unit, tokens: Range<usize>, name: &str) -> Option<BTreeSet<Span>> {
    let block = written_range(unit, tokens.clone())?;
    let places = uses(unit, tokens, name)?.into_iter();
    places
        .map(|place| spelled(unit, block, place.index))
        .collect()
}

/// The uses of an object in the tokens of a block, each place in the file once. What a macro makes
/// of a place, or has in its body, counts as a use of the whole object.
pub(super) fn uses(unit: &Unit, tokens: Range<usize>, name: &str) -> Option<Vec<Use>> {
    let block = written_range(unit, tokens.clone())?;
    let named = tokens.filter(|k| {
        let before = k.checked_sub(1).map_or("", |k| word(unit, k));
        word(unit, *k) == name && !matches!(before, "." | "->" | "goto")
    });
    let mut places = BTreeSet::new();
    let used = named.map(|index| used(unit, block, index));
    let is_new = |u: &Use| {
        u.member
            .as_ref()
            .is_none_or(|(_, span)| places.insert(*span))
    };
    Some(used.filter(is_new).collect())
}

/// Whether `object.member`, given the index of the object, is assigned, or its address is taken.
pub(super) fn is_changed(unit: &Unit, index: usize) -> bool {
    let before = index.checked_sub(1).map_or("", |k| word(unit, k));
    let earlier = index.checked_sub(2).map_or("", |k| word(unit, k));
    let after = word(unit, index + 3);
    let is_operand = earlier.ends_with(|c: char| c.is_alphanumeric() || "_)]".contains(c));
    let is_assigned = after.ends_with('=') && !matches!(after, "==" | "!=" | "<=" | ">=");
    is_assigned
        || matches!(after, "++" | "--")
        || matches!(before, "++" | "--")
        || before == "&" && !is_operand
}

fn used(unit: &Unit, block: Span, index: usize) -> Use {
    let is_member = matches!(word(unit, index + 1), "." | "->");
    // An assertion about memory elsewhere stays as it is.
    let is_kept = word(unit, index + 1) == "->" && unit.tokens.get(index).is_some_and(is_asserted);
    let member = || {
        let spelled = |index| spelled(unit, block, index).filter(|_| !is_kept);
        let span = spelled(index)?.to(spelled(index + 2)?);
        Some((word(unit, index + 2).to_string(), span))
    };
    Use {
        index,
        member: is_member.then(member).flatten(),
        is_changed: is_member && is_changed(unit, index),
    }
}
