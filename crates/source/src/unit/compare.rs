//! Compares units token by token, as the compiler sees them.

use crate::text::edits::{Edit, Edits};
use crate::unit::Unit;
use crate::unit::token::Token;

/// Whether two units have the same tokens and pragmas. Tokens whose spelling only the compiler
/// knows (`__LINE__`) agree with any token.
pub fn same_program(a: &Unit, b: &Unit) -> bool {
    let same = |(x, y): (&Token, &Token)| {
        x.is_builtin || y.is_builtin || a.token_text(x) == b.token_text(y)
    };
    let pragmas = |unit: &Unit| -> Vec<(usize, String)> {
        let place = |at: u32| unit.tokens.partition_point(|t| t.at.start < at);
        let all = unit.pragmas.iter();
        all.map(|p| (place(p.at), p.text.clone())).collect()
    };
    a.tokens.len() == b.tokens.len()
        && a.tokens.iter().zip(&b.tokens).all(same)
        && pragmas(a) == pragmas(b)
}

/// Whether two units are the same for everything that reads them. Their texts may have other line
/// breaks.
pub(crate) fn same_text(a: &Unit, b: &Unit) -> bool {
    let same = |(x, y): (&Token, &Token)| {
        let blank = y.blank;
        a.token_text(x) == b.token_text(y) && Token { blank, ..x.clone() } == *y
    };
    a.tokens.len() == b.tokens.len()
        && a.tokens.iter().zip(&b.tokens).all(same)
        && a.declarations == b.declarations
        && a.pragmas == b.pragmas
        && a.macros == b.macros
        && a.uses == b.uses
        && a.skipped == b.skipped
        && a.dropped == b.dropped
        && a.conditionals == b.conditionals
        && a.macro_texts == b.macro_texts
        && a.included == b.included
}

/// Whether the tokens of `after` are those of `before` with the edits applied. Tokens whose
/// spelling only the compiler knows (`__LINE__`) agree with each other.
pub fn is_edited(before: &Unit, after: &Unit, edits: &Edits) -> bool {
    let mut wanted = String::new();
    let mut edits = edits.iter().peekable();
    let mut builtins = Vec::new();
    for token in before.tokens.iter() {
        let place = token.invocation().map(|(span, _)| span).or(token.spelled());
        while let Some(edit) = edits.next_if(|e| place.is_some_and(|p| is_passed(e, p.start))) {
            wanted.extend(visible(&edit.text));
        }
        let is_gone = |e: &&Edit| place.is_some_and(|p| e.span.contains(p) && !e.span.is_empty());
        if edits.peek().is_some_and(is_gone) {
            continue;
        }
        match token.is_builtin {
            true => builtins.push(wanted.len()),
            false => wanted.extend(visible(before.token_text(token))),
        }
    }
    for edit in edits {
        wanted.extend(visible(&edit.text));
    }
    let pragmas =
        |unit: &Unit| -> Vec<String> { unit.pragmas.iter().map(|p| p.text.clone()).collect() };
    spelled(after) == (wanted, builtins) && pragmas(before) == pragmas(after)
}

/// Whether an edit ends before a token that starts at an offset.
fn is_passed(edit: &Edit, at: u32) -> bool {
    edit.span.end <= at
}

/// The spellings of all tokens joined, and the positions of those that only the compiler knows.
fn spelled(unit: &Unit) -> (String, Vec<usize>) {
    let mut text = String::new();
    let mut builtins = Vec::new();
    let mut add = |token: &Token| match token.is_builtin {
        true => builtins.push(text.len()),
        false => text.extend(visible(unit.token_text(token))),
    };
    unit.tokens.iter().for_each(&mut add);
    (text, builtins)
}

fn visible(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| !c.is_whitespace())
}
