//! The tokens of a range of a unit's text, some of them hidden or replaced. Knows no syntax trees.

use super::Piece;
use source::{Token, Unit};
use std::borrow::Cow;
use std::ops::Range;

/// The tokens of a range, with changes.
pub(crate) struct Canvas<'u> {
    unit: &'u Unit,
    /// The index of the first token.
    first: usize,
    cells: Vec<Cell>,
}

/// One token.
#[derive(Clone, Default)]
struct Cell {
    before: Vec<String>,
    is_hidden: bool,
    after: Vec<String>,
}

impl<'u> Canvas<'u> {
    /// All tokens of a range as they are.
    pub(crate) fn new(unit: &'u Unit, range: Range<usize>) -> Self {
        let tokens = unit.tokens_in(range);
        Canvas {
            unit,
            first: tokens.start,
            cells: vec![Cell::default(); tokens.len()],
        }
    }

    /// The tokens of a range of the text, as positions on the canvas.
    pub(crate) fn tokens(&self, range: Range<usize>) -> Range<usize> {
        let found = self.unit.tokens_in(range);
        let end = self.cells.len();
        let place = |index: usize| index.saturating_sub(self.first).min(end);
        place(found.start)..place(found.end)
    }

    fn token(&self, at: usize) -> Option<&'u Token> {
        self.unit.tokens.get(self.first + at)
    }

    /// The spelling of a token; empty outside of the canvas.
    pub(crate) fn word(&self, at: usize) -> &'u str {
        self.token(at)
            .map_or("", |token| self.unit.token_text(token))
    }

    /// The spellings of some tokens.
    pub(crate) fn words(&self, at: Range<usize>) -> impl Iterator<Item = &'u str> {
        at.map(|at| self.word(at))
    }

    /// The position of the bracket that closes the one at a position.
    pub(crate) fn closing(&self, open: usize) -> Option<usize> {
        let tokens = &self.unit.tokens[self.first..self.first + self.cells.len()];
        self.unit.closing(tokens, open)
    }

    /// Whether all tokens of some positions are hidden.
    pub(crate) fn hides(&self, at: Range<usize>) -> bool {
        self.cells[at].iter().all(|cell| cell.is_hidden)
    }

    /// Whether nothing of some positions is shown, neither tokens nor what replaces them.
    pub(crate) fn is_bare(&self, at: Range<usize>) -> bool {
        let is_bare = |c: &Cell| c.is_hidden && c.before.is_empty() && c.after.is_empty();
        self.cells[at].iter().all(is_bare)
    }

    /// Hides some tokens, and all that was put among them.
    pub(crate) fn hide(&mut self, at: Range<usize>) {
        for cell in &mut self.cells[at] {
            cell.is_hidden = true;
            cell.before.clear();
            cell.after.clear();
        }
    }

    /// Puts something before a token.
    pub(crate) fn put_before(&mut self, at: usize, text: impl Into<String>) {
        if let Some(cell) = self.cells.get_mut(at) {
            cell.before.push(text.into());
        }
    }

    /// Puts something before a token and before all that was put there.
    pub(crate) fn put_first(&mut self, at: usize, text: impl Into<String>) {
        if let Some(cell) = self.cells.get_mut(at) {
            cell.before.insert(0, text.into());
        }
    }

    /// Puts something after a token.
    pub(crate) fn put_after(&mut self, at: usize, text: impl Into<String>) {
        if let Some(cell) = self.cells.get_mut(at) {
            cell.after.push(text.into());
        }
    }

    /// What is left, with the pragmas among it.
    pub(crate) fn pieces(self) -> Vec<Piece<'u>> {
        let mut pieces = Vec::new();
        let last_use = self.unit.last_line_use();
        let tokens = &self.unit.tokens[self.first..self.first + self.cells.len()];
        let start = tokens.first().map_or(0, |token| token.at.start);
        let mut pragmas = self
            .unit
            .pragmas
            .iter()
            .skip_while(|p| p.at < start)
            .peekable();
        for (token, cell) in tokens.iter().zip(self.cells) {
            let at = token.at.start as usize;
            let mut put = |text: Cow<'u, str>| pieces.push(Piece { text, at });
            cell.before.into_iter().for_each(|text| put(text.into()));
            while let Some(pragma) = pragmas.next_if(|p| p.at <= token.at.start) {
                put(format!("#pragma {}", pragma.text).into());
            }
            if !cell.is_hidden {
                put(spelling(self.unit, token, last_use).into());
            }
            cell.after.into_iter().for_each(|text| put(text.into()));
        }
        pieces
    }
}

/// The spelling of a token. The name of the file, and the number of a line that only messages show,
/// do not count.
fn spelling<'u>(unit: &'u Unit, token: &Token, last_use: u32) -> &'u str {
    let is_late = token.anchor().is_some_and(|at| at.start >= last_use);
    match token.builtin {
        Some("__FILE__") => "__FILE__",
        Some("__LINE__") if is_late => "__LINE__",
        _ => unit.token_text(token),
    }
}
