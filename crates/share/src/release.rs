//! The statements that free or only test the storage of a pointer.

use crate::Place;
use crate::problem::Problem;
use crate::words::{closing, index_at, offsets, opening, statement_start, word};
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
    let begins = |part: &Range<usize>, with: &str| word(unit, index_at(unit, part.start)) == with;
    let mut frees = Vec::new();
    for at in &variable.mentions {
        let index = index_at(unit, *at);
        if is_returned(place, index) {
            return Err(Problem::Release);
        }
        if is_freed(place, index) {
            frees.push(release(place, index).ok_or(Problem::Release)?);
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

/// The statement that frees a pointer, and tests it before at most: `if (a) free(a);`.
fn release(place: Place<'_>, mention: usize) -> Option<Range<usize>> {
    let unit = place.unit;
    let name = word(unit, mention);
    let free = (0..mention).rev().find(|at| word(unit, *at) == "free")?;
    let close = closing(unit, free + 1)?;
    let end = close + 2;
    if word(unit, close + 1) != ";" {
        return None;
    }
    match word(unit, free - 1) {
        ";" | "{" | "}" => Some(offsets(unit, free..end)),
        ":" if is_label(place, free - 2) && word(unit, end) != "}" => {
            Some(offsets(unit, free..end))
        }
        ")" if word(unit, end) != "else" => {
            let open = opening(unit, free - 1)?;
            let is_of_name = |at: usize| {
                matches!(
                    word(unit, at),
                    "!=" | "NULL" | "0" | "(" | ")" | "void" | "*"
                ) || word(unit, at) == name
            };
            let is_test = word(unit, open - 1) == "if"
                && matches!(word(unit, open - 2), ";" | "{" | "}")
                && (open..free).all(is_of_name);
            is_test.then(|| offsets(unit, open - 1..end))
        }
        _ => None,
    }
}

/// Whether a token is the name of a label.
fn is_label(place: Place<'_>, index: usize) -> bool {
    let before = word(place.unit, index.saturating_sub(1));
    matches!(before, ";" | "{" | "}")
}

/// Whether a mention is a returned pointer.
fn is_returned(place: Place<'_>, index: usize) -> bool {
    let unit = place.unit;
    let is_whole = !matches!(word(unit, index + 1), "[" | "==" | "!=" | "?");
    is_whole && word(unit, statement_start(unit, index)) == "return"
}
