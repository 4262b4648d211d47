//! Calls: how those of a function follow each other, and which arrays it passes to unseen code.

use crate::Place;
use crate::words::{closing, index_at, word};
use c::Contents;
use c::names::symbols::Variable;
use c::syntax::openmp;
use std::ops::Range;

/// How calls of a function follow each other, as far as its file shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Calls {
    /// A call may enter it again before it returns.
    Nested,
    /// Threads may execute it at the same time.
    Concurrent,
    /// One after the other.
    InTurn,
}

/// How calls of a function follow each other: it may use static storage in a new way only if no
/// call starts before the one before it has ended.
pub fn calls_of(contents: &Contents<'_>, function: usize) -> Calls {
    let (facts, function) = (&contents.facts, &contents.file.functions[function]);
    let mut calls = function.symbols.calls.iter();
    let mut pragmas = contents.unit.pragmas.iter();
    if calls.any(|call| facts.calls.may_enter(call, &function.name)) {
        Calls::Nested
    } else if facts.called_from_outside.contains(&function.name)
        || pragmas.any(|pragma| openmp::is_openmp(&pragma.text))
    {
        Calls::Concurrent
    } else {
        Calls::InTurn
    }
}

/// Whether a function passes an array, or a row of it, to code that is not seen and may keep its
/// address.
pub(crate) fn is_passed_out(contents: &Contents<'_>, place: Place<'_>, of: &Variable<'_>) -> bool {
    let unit = place.unit;
    let rank = of.declared_type.rank().0.max(1);
    let is_whole = |mention: usize| {
        let mut next = mention + 1;
        let mut subscripts = 0;
        while word(unit, next) == "[" {
            next = closing(unit, next).unwrap_or(next) + 1;
            subscripts += 1;
        }
        subscripts < rank && word(unit, mention.saturating_sub(1)) != "*"
    };
    let calls = &contents.facts.calls;
    let unseen = place.function.symbols.calls.iter().filter(|call| {
        let name = call.name.as_deref().unwrap_or_default();
        let is_seen = contents.file.definition(name).is_some();
        !is_seen && !calls.is_harmless(call) && !calls.ends_program(name)
    });
    let mut arguments = unseen.filter_map(|call| {
        let name = index_at(unit, call.at);
        let open = (name..name + 2).find(|at| word(unit, *at) == "(")?;
        Some(open..closing(unit, open)?)
    });
    let mentions: Vec<usize> = of.mentions.iter().map(|at| index_at(unit, *at)).collect();
    let is_in = |range: &Range<usize>| {
        mentions
            .iter()
            .any(|at| range.contains(at) && is_whole(*at))
    };
    arguments.any(|range| is_in(&range))
}
