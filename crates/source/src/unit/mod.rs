//! A preprocessed translation unit, and the way from its text back to the main file. It knows
//! tokens, not how their origins were found.

pub(crate) mod alternatives;
pub(crate) mod compare;
pub(crate) mod conditionals;
pub(crate) mod declarations;
pub(crate) mod known;
pub(crate) mod macro_uses;
pub(crate) mod omp_attributes;
pub(crate) mod token;

use crate::compiler::dialect::Dialect;
use crate::compiler::exports::Exports;
use crate::text::file::SourceFile;
use crate::text::span::Span;
use crate::tokens::brackets;
use crate::tokens::words::{Word, words_from};
use conditionals::{Conditional, MacroText};
use declarations::Declaration;
use known::Known;
use macro_uses::MacroUses;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use token::{Origin, Token, outer_span};

/// A preprocessed translation unit.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The main file.
    pub file: SourceFile,
    /// The version of C that it is compiled as.
    pub dialect: Dialect,
    /// The text for a parser: the tokens of the whole unit, with one blank or line break before
    /// each but the first. No `#` lines.
    pub text: String,
    /// The tokens, in order.
    pub tokens: Vec<Token>,
    /// The external declarations, in order.
    pub declarations: Vec<Declaration>,
    /// The pragmas of the main file, in order.
    pub pragmas: Vec<Pragma>,
    /// The macros that are in `text` by name, and those that their bodies name.
    pub macros: BTreeMap<String, IntegerMacro>,
    /// How it uses its macros.
    pub uses: MacroUses,
    /// Remarks for the user.
    pub notes: Vec<Note>,
    /// The directive lines of the main file, in order.
    pub directives: Vec<Span>,
    /// Identifiers of the main file in lines that conditionals leave out and in arguments that
    /// macros drop, each with its first place: editing their declarations may break another
    /// configuration.
    pub skipped: BTreeMap<String, Span>,
    /// Identifiers in arguments that a macro drops, as `assert` may, each with the line of its
    /// first place.
    pub dropped: BTreeMap<String, u32>,
    /// The groups of the main file's conditionals.
    pub conditionals: Vec<Conditional>,
    /// The groups that [`Flags::enumerated`](crate::Flags::enumerated) leaves out; nothing of them
    /// is in the lists of this unit.
    pub hidden: Vec<Span>,
    /// The macros of the user's files, with those that skipped lines would define.
    pub macro_texts: Vec<MacroText>,
    /// Text of files other than the main file and system headers.
    pub included: Vec<Included>,
    /// Whether the dynamic linker may replace functions.
    pub exports: Exports,
    /// What other texts of the file are preprocessed by.
    pub(crate) known: Option<Arc<Known>>,
}

/// Text of an included file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Included {
    /// The file, as the compiler spells it.
    pub path: String,
    /// Its range of the unit's text; text of the main file may be in between.
    pub at: Range<u32>,
}

/// A `#pragma` line or `_Pragma` operator of the main file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pragma {
    /// The text after the word `pragma`, with single blanks: `scop`.
    pub text: String,
    /// The offset in [`Unit::text`] of the token that follows; the end of the text if there is
    /// none.
    pub at: u32,
    /// From the `#` to the end of its line, or the operator, or the macro that contains it.
    pub span: Span,
}

/// A macro that stands for an integer and is kept by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IntegerMacro {
    /// Its name.
    pub name: String,
    /// Its value in this unit.
    pub value: i64,
    /// The spellings of its body, which may name other macros.
    pub body: Vec<String>,
    /// The bytes of its body, if the main file defines it.
    pub definition: Option<Span>,
    /// Whether another file, a flag or a conditional line decides its definition.
    pub is_given: bool,
}

/// A remark about the preprocessing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Note {
    /// The compiler's tokens are used for these lines, so they cannot be edited.
    #[error("the compiler expands these lines in its own way: they stay as they are")]
    Differs(Span),
}

/// Why a range of a unit's text does not stand for bytes of the main file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unplaced {
    /// It contains no token, or one that is not of the main file.
    #[error("this is not written in the file itself")]
    Foreign,
    /// It starts or ends inside the expansion of a macro.
    #[error("this comes out of the macro `{name}`")]
    InsideMacro {
        /// The macro.
        name: Arc<str>,
        /// Its invocation.
        invocation: Span,
    },
}

impl Unit {
    /// Forgets what the compiler said: it is asked about every other text of the file.
    pub fn forget_listing(&mut self) {
        self.known = None;
    }

    /// Forgets the lines, arguments and definitions that only other configurations use.
    pub(crate) fn forget_other_configurations(&mut self) {
        self.skipped.clear();
        self.dropped.clear();
        self.conditionals.clear();
        self.macro_texts.retain(|text| text.is_seen);
    }

    /// The kept macros whose value decides an `#if` or `#elif` of the main file: with another value
    /// other lines would be compiled. `defined(N)` and `#ifndef N` do not depend on the value.
    pub fn macros_in_conditions(&self) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for span in &self.directives {
            let line = self.file.slice(*span);
            for name in values_in_condition(&line) {
                if self.macros.contains_key(name) && !found.iter().any(|n| n == name) {
                    found.push(name.to_string());
                }
            }
        }
        found
    }

    /// The included file that contains an offset of `text`.
    pub fn included_at(&self, offset: u32) -> Option<&str> {
        let after = self.included.partition_point(|i| i.at.end <= offset);
        let found = self.included.get(after).filter(|i| i.at.start <= offset);
        found.map(|i| i.path.as_str())
    }

    /// Whether a file with the main file's name is included.
    pub fn includes_itself(&self) -> bool {
        let name = |path: &str| path.rsplit('/').next().map(str::to_owned);
        let own = name(&self.file.path.to_string_lossy());
        self.included.iter().any(|i| name(&i.path) == own)
    }

    /// The line of the main file that includes a file of this name.
    pub fn include_line(&self, path: &str) -> Option<Span> {
        let name = path.rsplit('/').next().unwrap_or(path);
        let includes = |line: &&Span| {
            let text = self.file.slice(**line);
            text.contains("include") && text.contains(name)
        };
        self.directives.iter().find(includes).copied()
    }

    /// The tokens of a span of the main file, as they are written.
    pub fn words(&self, span: Span) -> Vec<Word> {
        let text = self.file.text().get(span.range()).unwrap_or("");
        words_from(text, span.start)
    }

    /// The tokens that a range of `text` overlaps, as indices of `tokens`.
    pub fn tokens_in(&self, at: Range<usize>) -> Range<usize> {
        let start = self
            .tokens
            .partition_point(|token| token.at.end as usize <= at.start);
        let end = self
            .tokens
            .partition_point(|token| (token.at.start as usize) < at.end);
        start..end.max(start)
    }

    /// The spelling of a token.
    pub fn token_text(&self, token: &Token) -> &str {
        self.text
            .get(token.at.start as usize..token.at.end as usize)
            .unwrap_or("")
    }

    /// The spelling of the token at an index of some tokens of the unit; empty after their end.
    pub fn word(&self, tokens: &[Token], index: usize) -> &str {
        tokens.get(index).map_or("", |token| self.token_text(token))
    }

    /// The index of the token that closes the bracket at `open`, among some tokens of the unit;
    /// `open` itself if that is not a bracket, `None` if nothing closes it.
    pub fn closing(&self, tokens: &[Token], open: usize) -> Option<usize> {
        let rest = tokens.get(open..)?.iter();
        let after = brackets::closing(rest.map(|token| self.token_text(token)))?;
        Some(open + after)
    }

    /// Whether every bracket among these tokens has its partner among them.
    pub(crate) fn is_balanced(&self, tokens: Range<usize>) -> bool {
        let tokens = self.tokens[tokens].iter();
        brackets::is_balanced(tokens.map(|token| self.token_text(token)))
    }

    /// The bytes of the main file that a range of `text` stands for.
    ///
    /// Replacing these bytes replaces exactly these tokens, unless a line of [`Unit::directives`]
    /// is among them ([`Unit::holds_directive`]).
    ///
    /// # Errors
    /// A token is not of the main file, or the range starts or ends inside of a macro's expansion.
    pub fn span_of(&self, at: Range<usize>) -> Result<Span, Unplaced> {
        let range = self.tokens_in(at);
        let tokens = &self.tokens[range.clone()];
        if tokens.is_empty() || tokens.iter().any(|token| token.origin == Origin::Foreign) {
            return Err(Unplaced::Foreign);
        }
        let before = range.start.checked_sub(1);
        self.check_cut(before, range.start)?;
        self.check_cut(Some(range.end - 1), range.end)?;
        outer_span(tokens).ok_or(Unplaced::Foreign)
    }

    /// The bytes of the main file that spell the tokens of these indices, if they are consecutive
    /// in the text or in one macro's body. An edit of these bytes changes all uses of them.
    pub fn spelled_span(&self, tokens: Range<usize>) -> Option<Span> {
        let spans: Option<Vec<Span>> = self
            .tokens
            .get(tokens)?
            .iter()
            .map(Token::spelled)
            .collect();
        let spans = spans?;
        let whole = spans.first()?.to(*spans.last()?);
        let ordered = spans.windows(2).all(|pair| pair[0].end <= pair[1].start);
        let body = |span: &Span| self.uses.body_around(*span).map(|b| b.span);
        let together = spans.iter().all(|span| body(span) == body(&whole));
        (ordered && together).then_some(whole)
    }

    /// The best place for a message about a range of `text`; there is one if a token of the range
    /// belongs to the main file.
    pub fn nearest_span(&self, at: Range<usize>) -> Option<Span> {
        let tokens = &self.tokens[self.tokens_in(at)];
        outer_span(tokens).or_else(|| {
            let lines = tokens
                .iter()
                .filter_map(|token| self.file.line_span(token.line));
            lines.reduce(Span::to)
        })
    }

    /// Whether `span` overlaps a directive line.
    pub fn holds_directive(&self, span: Span) -> bool {
        let after = self
            .directives
            .partition_point(|line| line.end <= span.start);
        self.directives
            .get(after)
            .is_some_and(|line| line.start < span.end)
    }

    /// The declaration that contains an offset of `text`.
    pub fn declaration_at(&self, offset: usize) -> Option<&Declaration> {
        let after = self
            .declarations
            .partition_point(|d| d.at.end as usize <= offset);
        self.declarations
            .get(after)
            .filter(|d| d.at.start as usize <= offset)
    }

    /// Rejects the border of a range between two tokens of one macro invocation.
    fn check_cut(&self, left: Option<usize>, right: usize) -> Result<(), Unplaced> {
        let invocation = |index: usize| self.tokens.get(index).and_then(Token::invocation);
        match (left.and_then(invocation), invocation(right)) {
            (Some((span, name)), Some((other, _))) if span == other => Err(Unplaced::InsideMacro {
                name: name.clone(),
                invocation: span,
            }),
            _ => Ok(()),
        }
    }
}

/// The words that an `#if` or `#elif` line evaluates; none for other lines.
fn values_in_condition(line: &str) -> Vec<&str> {
    let body = line.trim_start().trim_start_matches('#').trim_start();
    let Some(condition) = ["if", "elif"].into_iter().find_map(|keyword| {
        body.strip_prefix(keyword)
            .filter(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    }) else {
        return Vec::new();
    };
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let words = condition.split(|c| !is_word(c)).filter(|w| !w.is_empty());
    let mut values = Vec::new();
    let mut after_defined = false;
    for word in words {
        let asks = std::mem::replace(&mut after_defined, word == "defined");
        if !asks && word != "defined" {
            values.push(word);
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::values_in_condition;

    #[test]
    fn names_that_a_condition_evaluates() {
        let check = |line: &str, expected: &[&str]| assert_eq!(values_in_condition(line), expected);
        check("#if N > 6 && M", &["N", "6", "M"]);
        check("  # elif defined(N) && !defined M && K", &["K"]);
        check("#ifdef N", &[]);
        check("#ifndef N", &[]);
        check("#define if N", &[]);
    }
}
