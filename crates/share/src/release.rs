//! Who frees the storage of arrays: the statements that do, and which of them remain when arrays
//! have it in common.

use crate::Place;
use crate::objects::Object;
use crate::problem::Problem;
use crate::words::{closing, index_at, statement_start, word};
use c::facts::heap::Heap;
use c::names::symbols::Variable;
use std::ops::Range;

/// Names in a statement that only tests a pointer.
const TEST_WORDS: [&str; 10] = [
    "if",
    "return",
    "NULL",
    "exit",
    "abort",
    "EXIT_FAILURE",
    "ENOMEM",
    "void",
    "nullptr",
    "__null",
];

/// Statements about the storage of a pointer.
pub(crate) struct Released {
    pub(crate) frees: Vec<Range<usize>>,
    pub(crate) tests: Vec<Range<usize>>,
}

/// The statements that free or only test the storage of a pointer.
pub(crate) fn of(
    place: Place<'_>,
    variable: &Variable<'_>,
    heap: &Heap<'_>,
) -> Result<Released, Problem> {
    let unit = place.unit;
    let parts = heap.parts.iter().map(|part| part.at.clone());
    let begins = |part: &Range<usize>, with: &str| word(unit, index_at(unit, part.start)) == with;
    let frees: Vec<Range<usize>> = parts.filter(|part| begins(part, "free")).collect();
    for at in &variable.mentions {
        let is_part = frees.iter().any(|part| part.contains(at));
        let index = index_at(unit, *at);
        if is_freed(place, index) && !is_part || is_returned(place, index) {
            return Err(Problem::Release);
        }
    }
    let tests = { heap.parts.iter() }.filter(|part| {
        let is_test = part.removable && begins(&part.at, "if");
        is_test
            && !part.at.contains(&heap.allocation.at.start)
            && is_plain(place, variable, &part.at)
    });
    Ok(Released {
        tests: tests.map(|part| part.at.clone()).collect(),
        frees,
    })
}

/// Whether a statement that tests a pointer names nothing else.
fn is_plain(place: Place<'_>, variable: &Variable<'_>, part: &Range<usize>) -> bool {
    let unit = place.unit;
    unit.tokens_in(part.clone()).all(|at| {
        let word = word(unit, at);
        let is_name = word.starts_with(|c: char| c.is_alphabetic() || c == '_');
        !is_name || word == variable.name || TEST_WORDS.contains(&word)
    })
}

/// Whether a mention is the argument of `free`.
fn is_freed(place: Place<'_>, index: usize) -> bool {
    let before = (0..index).rev().map(|at| word(place.unit, at));
    let mut before = before.skip_while(|w| matches!(*w, "(" | ")" | "void" | "*"));
    before.next() == Some("free")
}

/// Whether a mention is a returned pointer.
fn is_returned(place: Place<'_>, index: usize) -> bool {
    let unit = place.unit;
    let is_whole = !matches!(word(unit, index + 1), "[" | "==" | "!=" | "?");
    is_whole && word(unit, statement_start(unit, index)) == "return"
}

/// The statements that free the storage of arrays, as far as they are to be removed if all are in
/// that of the first one; `None` if no choice of them frees it once, after the last use.
pub(crate) fn removed(place: Place<'_>, group: &[&Object]) -> Option<Vec<Range<usize>>> {
    let frees = |object: &Object| object.heap().map_or(Vec::new(), |heap| heap.frees.clone());
    let (first, others) = group.split_first()?;
    let of_others: Vec<Range<usize>> = others.iter().flat_map(|o| frees(o)).collect();
    if frees(first).iter().all(|free| is_last(place, group, free)) {
        return Some(of_others);
    }
    handed_over(place, group)
}

/// Whether no use of an array follows a statement.
fn is_last(place: Place<'_>, group: &[&Object], free: &Range<usize>) -> bool {
    let end = end_of_path(place, free);
    let uses = group.iter().flat_map(|object| &object.uses);
    let starts = group.iter().map(|object| &object.start);
    !uses.chain(starts).any(|at| (free.end..end).contains(at))
}

/// The offset up to which the text after a statement is certainly all that may be executed next:
/// the `return` or `goto` of its block, or the end of the function.
fn end_of_path(place: Place<'_>, after: &Range<usize>) -> usize {
    let unit = place.unit;
    let mut at = index_at(unit, after.end - 1) + 1;
    loop {
        match word(unit, at) {
            "}" | "" => return place.function.range().end,
            "return" => return unit.tokens[at].at.start as usize,
            "goto" => {
                // Code after the label is executed next.
                let label = word(unit, at + 1).to_string();
                let range = unit.tokens_in(place.function.range());
                let is_label =
                    |k: &usize| word(unit, *k) == label && word(unit, k + 1) == ":" && *k > at;
                let found = range.into_iter().find(is_label);
                return match found {
                    Some(_) => place.function.range().end,
                    None => usize::MAX,
                };
            }
            "(" | "[" | "{" => at = closing(unit, at).unwrap_or(at),
            _ => {}
        }
        at += 1;
    }
}

/// All statements that free the arrays but the last one, if they are executed one after the other:
/// each array is freed once, and nothing leaves the function or skips code between the first and
/// the last of them.
fn handed_over(place: Place<'_>, group: &[&Object]) -> Option<Vec<Range<usize>>> {
    let symbols = &place.function.symbols;
    let mut all = Vec::new();
    for object in group {
        match object.heap()?.frees.as_slice() {
            [only] => all.push(only.clone()),
            _ => return None,
        }
    }
    all.sort_by_key(|free| free.start);
    let last = all.pop()?;
    let from = group
        .iter()
        .map(|o| o.start)
        .chain(all.iter().map(|f| f.start));
    let from = from.min()?;
    let leaves = symbols
        .exits
        .iter()
        .any(|at| (from..last.start).contains(at));
    let loops = symbols.loops.iter();
    let mut apart = loops.filter(|l| {
        l.contains(&last.start) != l.contains(&group[0].start)
            || all
                .iter()
                .any(|free| l.contains(&free.start) != l.contains(&last.start))
    });
    let same_block = all
        .iter()
        .all(|free| block(place, free) == block(place, &last));
    let is_last = is_last(place, group, &last);
    let is_straight = !leaves && apart.next().is_none() && same_block && !symbols.has_gotos();
    (is_straight && is_last).then_some(all)
}

/// The opening brace around a statement.
fn block(place: Place<'_>, statement: &Range<usize>) -> Option<usize> {
    let unit = place.unit;
    let mut depth = 0usize;
    (0..index_at(unit, statement.start)).rev().find(|at| {
        match word(unit, *at) {
            "}" => depth += 1,
            "{" if depth == 0 => return true,
            "{" => depth -= 1,
            _ => {}
        }
        false
    })
}
