//! Tokens of a unit as text that a person can read: blanks where the text or the macro's body has
//! them.

use crate::file::SourceFile;
use crate::span::Span;
use crate::unit::Unit;
use std::ops::Range;

/// New text for some tokens; an empty range inserts in front of its token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Change {
    /// Indices of tokens.
    pub(crate) tokens: Range<usize>,
    pub(crate) text: String,
}

/// The tokens of `range` with `changes`, which are sorted, disjoint and inside of it.
pub(crate) fn print(unit: &Unit, range: Range<usize>, changes: &[Change]) -> String {
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

/// The text with blanks around it where it would grow together with what stands around `span`.
pub(crate) fn set_apart(file: &SourceFile, span: Span, text: String) -> String {
    let around = file.text();
    let before = around[..span.range().start].chars().last();
    let behind = around[span.range().end..].chars().next();
    let joins = |left: Option<char>, right: Option<char>| {
        left.zip(right)
            .is_some_and(|(left, right)| would_join(left, right))
    };
    let first = if joins(before, text.chars().next()) {
        " "
    } else {
        ""
    };
    let last = if joins(text.chars().last(), behind) {
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

/// Whether two tokens that end and start so might be read as one.
fn would_join(left: char, right: char) -> bool {
    let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '"' | '\'' | '$' | '\\');
    let operator = |c: char| "+-*/%<>=!&|^#:".contains(c);
    (word(left) && word(right)) || (operator(left) && operator(right))
}

/// Whether a piece of C is one name, one number, or one pair of parentheses, as it stands there.
pub fn is_operand(text: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    if !text.is_empty() && text.chars().all(word) {
        return true;
    }
    text.starts_with('(') && closes_at_end(text)
}

/// The text between parentheses around all of a piece of C, however many there are; the piece itself if there are none.
pub fn inside_parentheses(text: &str) -> &str {
    let mut inner = text.trim();
    while inner.starts_with('(') && closes_at_end(inner) {
        inner = inner[1..inner.len() - 1].trim();
    }
    inner
}

/// Whether the parenthesis at the start is closed by the one at the end.
fn closes_at_end(text: &str) -> bool {
    let mut depth = 0_i64;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + c.len_utf8() == text.len();
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{inside_parentheses, is_operand};

    #[test]
    fn operands() {
        assert!(is_operand("k") && is_operand("12") && is_operand("(a + b)"));
        assert!(!is_operand("(a) + (b)") && !is_operand("k-1") && !is_operand(""));
    }

    #[test]
    fn parentheses() {
        let inside = ["x", "(x)", " ( (x) ) "].map(inside_parentheses);
        assert_eq!(inside, ["x"; 3]);
        assert_eq!(inside_parentheses("(a) + (b)"), "(a) + (b)");
    }
}
