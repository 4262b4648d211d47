//! Tokens by index, with matching brackets, and the words of a text. Knows no grammar.

use source::{Token, TokenKind, Unit};
use std::ops::Range;

/// Consecutive tokens of a unit.
#[derive(Clone, Copy)]
pub(crate) struct Tokens<'u> {
    /// The unit.
    pub unit: &'u Unit,
    /// The tokens.
    pub all: &'u [Token],
}

impl<'u> Tokens<'u> {
    /// The tokens in a range of the unit's text.
    pub(crate) fn of(unit: &'u Unit, range: Range<usize>) -> Self {
        let all = &unit.tokens[unit.tokens_in(range)];
        Tokens { unit, all }
    }

    /// The number of tokens.
    pub(crate) fn count(&self) -> usize {
        self.all.len()
    }

    /// The text of the token at an index; empty outside.
    pub(crate) fn word(&self, index: usize) -> &'u str {
        self.unit.word(self.all, index)
    }

    /// The text of the token before an index; empty at the start.
    pub(crate) fn before(&self, index: usize) -> &'u str {
        index.checked_sub(1).map_or("", |before| self.word(before))
    }

    /// Whether the token at an index is of a kind.
    pub(crate) fn is(&self, kind: TokenKind, index: usize) -> bool {
        self.all.get(index).is_some_and(|token| token.kind == kind)
    }

    /// Where the token at an index starts in the unit's text.
    pub(crate) fn start(&self, index: usize) -> usize {
        self.all[index].at.start as usize
    }

    /// Where the token at an index ends in the unit's text.
    pub(crate) fn end(&self, index: usize) -> usize {
        self.all[index].at.end as usize
    }

    /// The index of the token that closes the bracket at `open`, or of the last token.
    pub(crate) fn closing(&self, open: usize) -> usize {
        let closing = self.unit.closing(self.all, open);
        closing.unwrap_or(self.count().saturating_sub(1))
    }
}

/// The number of open brackets after a word, given the number before it.
pub(crate) fn depth_after(depth: usize, word: &str) -> usize {
    match word {
        "(" | "[" | "{" => depth + 1,
        ")" | "]" | "}" => depth.saturating_sub(1),
        _ => depth,
    }
}

/// The identifiers and keywords of a text, in order.
pub(crate) fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
}
