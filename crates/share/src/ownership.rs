//! Who frees the storage that arrays have in common: the statements that remain.

use crate::Place;
use crate::objects::Object;
use crate::words::{closing, index_at, word};
use std::ops::Range;

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
    let Some(rest) = rest_of_path(place, free) else {
        return false;
    };
    let loops = { place.function.symbols.loops.iter() }
        .filter(|l| l.contains(&free.start) && rest.end >= l.end)
        .filter(|l| group.iter().any(|object| !l.contains(&object.start)));
    let after: Vec<Range<usize>> = loops.cloned().chain([rest.clone()]).collect();
    let uses = group.iter().flat_map(|object| &object.uses);
    let starts = group.iter().map(|object| &object.start);
    !uses
        .chain(starts)
        .any(|at| after.iter().any(|part| part.contains(at)))
}

/// The text after a statement that may be executed next, up to the `return` of its block or the end
/// of the function; `None` if a `goto` leads back.
fn rest_of_path(place: Place<'_>, after: &Range<usize>) -> Option<Range<usize>> {
    let unit = place.unit;
    let function = place.function.range();
    let mut at = index_at(unit, after.end - 1) + 1;
    let mut end = function.end;
    loop {
        let is_certain = matches!(word(unit, at - 1), ";" | "{" | "}");
        match word(unit, at) {
            "}" | "" => break,
            "return" if is_certain => {
                end = unit.tokens[at].at.start as usize;
                break;
            }
            "goto" if is_certain => {
                let rest = unit.tokens_in(unit.tokens[at].at.start as usize..function.end);
                let is_label =
                    |k: &usize| word(unit, *k) == word(unit, at + 1) && word(unit, k + 1) == ":";
                let label = rest.into_iter().skip(2).find(is_label)?;
                let label = unit.tokens[label].at.start as usize;
                // The text between the jump and its label is not executed.
                return Some(label..function.end);
            }
            "(" | "[" | "{" => at = closing(unit, at).unwrap_or(at),
            _ => {}
        }
        at += 1;
    }
    Some(after.end..end)
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
