//! Uses of numbers that depend on the text around them: those of lines and of `__COUNTER__`.
//!
//! Assumes: a program uses the number of a line as data wherever it names it, except through
//! `assert`, whose line is only part of a message.
//!
//! **Invariant:** no edit before such a use moves it, and no edit adds or removes a use of
//! `__COUNTER__`.

use crate::macros::builtins::{COUNTER, LINE};
use crate::text::edits::Edits;
use crate::text::span::Span;
use crate::tokens::layout::{Layout, LineKind};
use crate::tokens::lexer::Lexed;
use crate::tokens::symbols::Symbols;
use crate::unit::Unit;
use crate::unit::token::Token;
use std::collections::HashSet;

/// The words that stand for the number of their line.
const LINE_WORDS: [&str; 2] = [LINE, "__builtin_LINE"];

/// The library macro whose line number is only printed.
const ASSERT: &str = "assert";

impl Unit {
    /// The end of the last token of the main file whose meaning depends on its line, in any
    /// configuration; 0 if there is none.
    pub fn last_line_use(&self) -> u32 {
        let words = self.names_for(&LINE_WORDS);
        let written = self.last_written_use(&words);
        let in_library = self.tokens.iter().filter(|t| t.builtin == Some(LINE));
        let asserts = self.names_for(&[ASSERT]);
        let in_library = in_library.filter_map(|token| self.library_use(token, &asserts));
        in_library.map(|span| span.end).fold(written, u32::max)
    }

    /// Whether edits change the number of uses of `__COUNTER__`, so that later uses have other
    /// values.
    pub fn changes_counter(&self, edits: &Edits) -> bool {
        let is_counter = |token: &Token| token.builtin == Some(COUNTER);
        if !self.tokens.iter().any(is_counter) {
            return false;
        }
        let words = self.names_for(&[COUNTER]);
        let count = |text: &str| {
            let mut symbols = Symbols::default();
            let tokens = Layout::new(text, &mut symbols).lexing.tokens;
            let words = tokens
                .iter()
                .filter(|t| words.contains(symbols.text(t.symbol)));
            words.count()
        };
        let mut edits = edits.iter();
        edits.any(|edit| count(&self.file.slice(edit.span)) != count(&edit.text))
    }

    /// The words, and the macros of the user whose bodies name one of them.
    fn names_for<'u>(&'u self, words: &[&'u str]) -> HashSet<&'u str> {
        let mut names: HashSet<&str> = words.iter().copied().collect();
        loop {
            let before = names.len();
            for text in &self.macro_texts {
                if text.body.iter().any(|word| names.contains(word.as_str())) {
                    names.insert(&text.name);
                }
            }
            if names.len() == before {
                return names;
            }
        }
    }

    /// The end of the last use of a word in the text, or of the invocation around it: compilers
    /// differ about the line of an argument.
    fn last_written_use(&self, words: &HashSet<&str>) -> u32 {
        let text = self.file.text();
        if !words.iter().any(|word| text.contains(word)) {
            return 0;
        }
        let mut symbols = Symbols::default();
        let layout = Layout::new(text, &mut symbols);
        let lines = 0..layout.kinds.len();
        let lines = lines.filter(|&k| !matches!(layout.kinds[k], LineKind::Define));
        let tokens = lines.flat_map(|line| layout.tokens(line));
        let uses = tokens.filter(|token: &&Lexed| words.contains(symbols.text(token.symbol)));
        let invocations = &self.uses.invocations;
        let end = |span: Span| {
            let around = invocations.iter().filter(|i| i.span.contains(span));
            around.map(|i| i.span.end).fold(span.end, u32::max)
        };
        uses.map(|token| end(token.span)).max().unwrap_or(0)
    }

    /// The invocation whose expansion contains a line number, if it is none of `asserts`.
    fn library_use(&self, token: &Token, asserts: &HashSet<&str>) -> Option<Span> {
        let (span, name) = token.invocation()?;
        (!asserts.contains(&**name)).then_some(span)
    }
}
