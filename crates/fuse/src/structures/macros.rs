//! Macros that name members of an argument, and those that are headers of loops, as their
//! expansions: `PX(im, x, y)` as `im->px[y * im->w + x]`, `EACH(y)` as `for (y = 0; y < H; y++)`.

use super::definition::word;
use super::uses::body;
use c::Contents;
use c::names::file::Function;
use source::{Edit, Span, Unit, expansions};
use std::collections::BTreeSet;
use std::ops::Range;

/// The edits that write out the macros of one function that name members of an argument, or are
/// headers of loops.
pub fn macros_written_out(contents: &Contents<'_>, function: &Function<'_>) -> Vec<Edit> {
    let unit = contents.unit;
    let objects = function.symbols.objects();
    let objects: BTreeSet<&str> = objects.map(|(_, object)| &*object.name).collect();
    expansions(
        unit,
        body(unit, function),
        |tokens| names_member_of_argument(unit, tokens.clone()) || is_header(unit, tokens),
        |at| simpler(unit, at, &objects),
    )
}

/// Whether an expansion consists of headers of loops.
fn is_header(unit: &Unit, mut tokens: Range<usize>) -> bool {
    while word(unit, tokens.start) == "for" {
        let close = unit.closing(&unit.tokens, tokens.start + 1);
        let Some(close) = close.filter(|k| *k < tokens.end) else {
            return false;
        };
        tokens.start = close + 1;
        if tokens.is_empty() {
            return true;
        }
    }
    false
}

/// Whether an expansion has a `->` or `.` of a macro's body after a name from an argument.
fn names_member_of_argument(unit: &Unit, tokens: Range<usize>) -> bool {
    let Some((invocation, _)) = unit.tokens[tokens.start].invocation() else {
        return false;
    };
    let is_given = |at: usize| is_inside(unit, at, invocation);
    tokens.clone().any(|at| {
        let is_operator = matches!(word(unit, at), "->" | ".") && !is_given(at);
        let before = (tokens.start..at).rev().find(|k| word(unit, *k) != ")");
        is_operator && before.is_some_and(is_given)
    })
}

/// Whether the text has a token itself inside of a span.
fn is_inside(unit: &Unit, at: usize, span: Span) -> bool {
    let spelled = unit.tokens[at].spelled();
    spelled.is_some_and(|spelled| span.contains(spelled))
}

/// The end and the simpler text of tokens from an index on: parentheses of a body are left out
/// where nothing needs them, and `(&object)->` is `object.`.
fn simpler(unit: &Unit, at: usize, objects: &BTreeSet<&str>) -> Option<(usize, String)> {
    if let Some(named) = operand(unit, at, objects).filter(|_| !takes_operand(unit, at)) {
        return Some(named);
    }
    match word(unit, at) {
        "(" if is_needless(unit, at, objects) => {
            let inner = simpler(unit, at + 1, objects);
            Some(inner.unwrap_or_else(|| (at + 2, word(unit, at + 1).to_string())))
        }
        ")" if opening(unit, at).is_some_and(|open| is_needless(unit, open, objects)) => {
            Some((at + 1, String::new()))
        }
        _ => None,
    }
}

/// The end and the text of one object or number in parentheses, with the member that follows.
fn operand(unit: &Unit, open: usize, objects: &BTreeSet<&str>) -> Option<(usize, String)> {
    let has_address = word(unit, open + 1) == "&";
    let name = open + 1 + usize::from(has_address);
    let (text, close) = (word(unit, name), name + 1);
    let is_number = text.starts_with(|c: char| c.is_ascii_digit()) && !has_address;
    let is_whole = word(unit, open) == "("
        && word(unit, close) == ")"
        && (is_number || objects.contains(text));
    is_whole.then_some(())?;
    let member = word(unit, close + 2);
    match (word(unit, close + 1), has_address) {
        ("->", true) => Some((close + 3, format!("{text}.{member}"))),
        (_, true) => None,
        (operator @ ("->" | "."), false) => Some((close + 3, format!("{text}{operator}{member}"))),
        _ => Some((close + 1, text.to_string())),
    }
}

/// Whether the text before parentheses may make them those of a call or of `sizeof`.
fn takes_operand(unit: &Unit, open: usize) -> bool {
    let before = open.checked_sub(1).map_or("", |k| word(unit, k));
    let is_operand = before.ends_with(|c: char| c.is_alphanumeric() || "_)]".contains(c));
    is_operand && !is_first(unit, open)
}

/// Whether parentheses contain a whole subscript, or an object with members and subscripts only.
fn is_needless(unit: &Unit, open: usize, objects: &BTreeSet<&str>) -> bool {
    let Some(close) = unit.closing(&unit.tokens, open) else {
        return false;
    };
    let before = open.checked_sub(1).map_or("", |k| word(unit, k));
    let is_subscript = before == "[" && word(unit, close + 1) == "]";
    let is_of_body = |at: usize| {
        let token = &unit.tokens[at];
        token.invocation().is_some() && token.anchor() != token.spelled()
    };
    let is_element = || {
        !takes_operand(unit, open) && chain_end(unit, open + 1, objects).is_some_and(|k| k == close)
    };
    is_of_body(open) && (is_subscript || is_element())
}

/// The end of an object with its members and subscripts.
fn chain_end(unit: &Unit, start: usize, objects: &BTreeSet<&str>) -> Option<usize> {
    let mut at = match operand(unit, start, objects) {
        Some((end, _)) => end,
        None => objects.contains(word(unit, start)).then_some(start + 1)?,
    };
    loop {
        at = match word(unit, at) {
            "->" | "." => at + 2,
            "[" => unit.closing(&unit.tokens, at)? + 1,
            _ => return Some(at),
        };
    }
}

/// The parenthesis that one closes.
fn opening(unit: &Unit, close: usize) -> Option<usize> {
    let mut depth = 0;
    (0..=close).rev().find(|k| {
        match word(unit, *k) {
            ")" => depth += 1,
            "(" => depth -= 1,
            _ => {}
        }
        depth == 0
    })
}

/// Whether a token is the first one of an expansion.
fn is_first(unit: &Unit, at: usize) -> bool {
    let invocation = |at: usize| unit.tokens.get(at)?.invocation().map(|(span, _)| span);
    let before = at.checked_sub(1).and_then(invocation);
    invocation(at).is_some() && before != invocation(at)
}
