//! Prints tokens of a unit as readable text, with blanks where the text or the macro's body has
//! them.

use crate::text::file::SourceFile;
use crate::text::span::Span;
use crate::unit::Unit;
use std::ops::Range;

/// New text for some tokens; an empty range inserts before its token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Change {
    /// Indices of tokens.
    pub(super) tokens: Range<usize>,
    pub(super) text: String,
}

/// The tokens of `range` with `changes`, which are sorted, disjoint and inside of it.
pub(super) fn print(unit: &Unit, range: Range<usize>, changes: &[Change]) -> String {
    let mut text = String::new();
    let mut at = range.start;
    for change in changes {
        push_tokens(&mut text, unit, at..change.tokens.start);
        let blank = unit
            .tokens
            .get(change.tokens.start)
            .is_some_and(|t| t.blank && !change.tokens.is_empty() && !change.text.is_empty());
        push(&mut text, &change.text, blank);
        at = change.tokens.end;
    }
    push_tokens(&mut text, unit, at..range.end);
    text
}

/// The text, with blanks around it where it would join with the text around `span`.
pub(super) fn set_apart(file: &SourceFile, span: Span, text: String) -> String {
    let around = file.text();
    let before = around[..span.range().start].chars().last();
    let after = around[span.range().end..].chars().next();
    let joins = |left: Option<char>, right: Option<char>| {
        left.zip(right)
            .is_some_and(|(left, right)| would_join(left, right))
    };
    let first = if joins(before, text.chars().next()) {
        " "
    } else {
        ""
    };
    let last = if joins(text.chars().last(), after) {
        " "
    } else {
        ""
    };
    format!("{first}{text}{last}")
}

fn push_tokens(text: &mut String, unit: &Unit, range: Range<usize>) {
    for token in &unit.tokens[range] {
        push(text, unit.token_text(token), token.blank);
    }
}

fn push(text: &mut String, next: &str, blank: bool) {
    let (Some(left), Some(right)) = (text.chars().last(), next.chars().next()) else {
        text.push_str(next);
        return;
    };
    if !left.is_whitespace() && (blank || would_join(left, right)) {
        text.push(' ');
    }
    text.push_str(next);
}

/// Whether two tokens that end and start with these characters might be read as one.
fn would_join(left: char, right: char) -> bool {
    let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '"' | '\'' | '$' | '\\');
    let operator = |c: char| "+-*/%<>=!&|^#:".contains(c);
    (word(left) && word(right)) || (operator(left) && operator(right))
}
