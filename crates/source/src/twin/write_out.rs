//! Makes the twin of a file: a text in which macro invocations are written out, so that all tokens
//! of their expansions can be edited.
//!
//! **Invariant:** a twin agrees with the user's file token by token, so that a proof about the twin
//! is a proof about the file.

use crate::compiler::flags::Flags;
use crate::macros::builtins::COUNTER;
use crate::text::edits::Edit;
use crate::text::file::SourceFile;
use crate::text::span::Span;
use crate::tokens::lexer::TokenKind;
use crate::twin::print::{Change, print, set_apart};
use crate::unit::Unit;
use crate::unit::compare::same_program;
use crate::unit::token::Token;
use std::collections::BTreeSet;
use std::ops::Range;

/// An invocation and the text that replaces it in the twin.
#[derive(Clone, Debug)]
pub(crate) struct Replacement {
    /// The outermost invocation in the user's file.
    pub(crate) from: Span,
    /// The replacement in the twin.
    pub(crate) to: Span,
    /// Its tokens, which have the same indices in both units.
    pub(crate) tokens: Range<usize>,
}

/// A unit and its twin, in which some invocations are written out: token for token the same
/// program.
#[derive(Debug)]
pub struct Twin {
    /// The unit of the twin.
    pub unit: Unit,
    /// The unit of the user's file.
    pub original: Unit,
    pub(crate) replacements: Vec<Replacement>,
}

/// Writes out the invocations whose expansions contain one of `names`.
///
/// `None` if none can be written out.
pub fn write_out(unit: &Unit, names: &BTreeSet<String>, flags: &Flags) -> Option<Twin> {
    let mut replacements: Vec<Replacement> = Vec::new();
    let mut bytes: Vec<u8> = Vec::new();
    let mut done = 0;
    for (from, tokens) in invocations(unit, 0..unit.tokens.len()) {
        let first = replacements.last().is_none_or(|s| s.from.end <= from.start);
        if !first || !names_any(unit, from, &tokens, names) || !is_plain(unit, from, &tokens) {
            continue;
        }
        bytes.extend_from_slice(&unit.file.bytes[done..from.range().start]);
        let start = bytes.len() as u32;
        let text = set_apart(&unit.file, from, print(unit, tokens.clone(), &[]));
        bytes.extend_from_slice(text.as_bytes());
        let to = Span::new(start, bytes.len() as u32);
        let lines = unit.file.bytes_of(from).iter().filter(|b| **b == b'\n');
        bytes.extend(lines);
        done = from.range().end;
        replacements.push(Replacement { from, to, tokens });
    }
    bytes.extend_from_slice(&unit.file.bytes[done..]);
    if replacements.is_empty() {
        return None;
    }
    let file = SourceFile::new(unit.file.path.clone(), bytes);
    let mut written = crate::preprocess::preprocess_again(unit, file, flags).ok()?;
    if !same_program(unit, &written) {
        return None;
    }
    written.skipped.extend(unit.skipped.clone());
    written.dropped.extend(unit.dropped.clone());
    written.uses.taken.clone_from(&unit.uses.taken);
    written.uses.objects.clone_from(&unit.uses.objects);
    for (new, old) in written.tokens.iter_mut().zip(&unit.tokens) {
        new.object = old.object;
    }
    Some(Twin {
        unit: written,
        original: unit.clone(),
        replacements,
    })
}

/// The edits that replace the chosen invocations among some tokens by their expansions; `rewritten`
/// has the end and the new text of tokens from an index on. Invocations that cannot be written out
/// stay.
pub fn expansions(
    unit: &Unit,
    among: Range<usize>,
    is_chosen: impl Fn(Range<usize>) -> bool,
    rewritten: impl Fn(usize) -> Option<(usize, String)>,
) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    for (from, tokens) in invocations(unit, among) {
        let follows = edits.last().is_none_or(|e| e.span.end <= from.start);
        let has_other = |token: &Token| has_alternative(unit, token, from);
        if !follows
            || !is_chosen(tokens.clone())
            || !is_plain(unit, from, &tokens)
            || unit.tokens[tokens.clone()].iter().any(has_other)
        {
            continue;
        }
        let text = print(unit, tokens.clone(), &changes(tokens, &rewritten));
        edits.push(Edit {
            span: from,
            text: set_apart(&unit.file, from, text),
        });
    }
    edits
}

/// The changes of some tokens, the first one of those that overlap.
fn changes(
    tokens: Range<usize>,
    rewritten: impl Fn(usize) -> Option<(usize, String)>,
) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut at = tokens.start;
    while at < tokens.end {
        at = match rewritten(at).filter(|(end, _)| *end <= tokens.end) {
            Some((end, text)) => {
                let tokens = at..end;
                changes.push(Change { tokens, text });
                end
            }
            None => at + 1,
        };
    }
    changes
}

/// The outermost invocations among some tokens and their tokens, in order.
fn invocations(unit: &Unit, among: Range<usize>) -> Vec<(Span, Range<usize>)> {
    let mut found: Vec<(Span, Range<usize>)> = Vec::new();
    for index in among {
        let Some((span, _)) = unit.tokens[index].invocation() else {
            continue;
        };
        match found.last_mut() {
            Some((last, tokens)) if *last == span && tokens.end == index => tokens.end = index + 1,
            _ => found.push((span, index..index + 1)),
        }
    }
    found
}

/// Whether the tokens contain one of `names`, in every configuration that the file shows.
fn names_any(unit: &Unit, from: Span, tokens: &Range<usize>, names: &BTreeSet<String>) -> bool {
    let named = |t: &&Token| t.kind == TokenKind::Identifier && names.contains(unit.token_text(t));
    let mut found = unit.tokens[tokens.clone()].iter().filter(named).peekable();
    found.peek().is_some() && !found.any(|token| has_alternative(unit, token, from))
}

/// Whether the invocation has no effect besides its tokens, in every configuration that the file
/// shows.
fn is_plain(unit: &Unit, span: Span, tokens: &Range<usize>) -> bool {
    let after = unit.pragmas.partition_point(|p| p.span.end <= span.start);
    let next = unit.pragmas.get(after);
    let holds_pragma = next.is_some_and(|p| p.span.start < span.end);
    let spells_in_library =
        unit.uses.is_consumed(span) && unit.uses.around(span, span).iter().any(|i| i.is_system);
    let is_open = |name: &str| {
        let mut others = unit.macro_texts.iter().filter(|m| !m.is_seen);
        others.any(|m| m.name == name && !m.is_decided)
    };
    let has_others = unit.macro_texts.iter().any(|m| !m.is_seen);
    let is_open = has_others && macros_in(unit, span, tokens).any(is_open);
    let is_counter = |t: &Token| t.is_builtin && t.builtin.is_none_or(|name| name == COUNTER);
    let counts = unit.tokens[tokens.clone()].iter().any(is_counter);
    !counts && !holds_pragma && !spells_in_library && !is_open && !unit.holds_directive(span)
}

/// The macros of the main file that make the tokens of an invocation.
fn macros_in<'u>(
    unit: &'u Unit,
    span: Span,
    tokens: &Range<usize>,
) -> impl Iterator<Item = &'u str> {
    let first = unit
        .uses
        .invocations
        .partition_point(|i| i.span.start < span.start);
    let written = unit.uses.invocations[first..].iter();
    let written = written.take_while(move |i| i.span.start < span.end);
    let tokens = unit.tokens[tokens.clone()].iter();
    let bodies = tokens
        .clone()
        .filter_map(|t| unit.uses.body_around(t.spelled()?));
    let objects = tokens.flat_map(|t| unit.uses.objects_from(t.object));
    let written = written.map(|i| &*i.name);
    let bodies = bodies.map(|b| &*b.name);
    written.chain(bodies).chain(objects.map(|(_, o)| &*o.name))
}

/// Whether the token is from the body of a macro that lines left out by `#if` name too.
pub(crate) fn has_alternative(unit: &Unit, token: &Token, outer: Span) -> bool {
    let Some(anchor) = token.anchor().filter(|a| Some(*a) != token.spelled()) else {
        return false;
    };
    let spelled = token.spelled();
    let body = spelled.and_then(|s| unit.uses.body_around(s));
    let maker = unit.uses.around(anchor, outer);
    let maker = maker.first().filter(|i| i.span == anchor);
    let names = body
        .map(|b| &b.name)
        .into_iter()
        .chain(maker.map(|i| &i.name));
    names
        .into_iter()
        .any(|name| unit.skipped.contains_key(&**name))
}

impl Twin {
    /// The replacement that overlaps a span of the twin; an empty span must be inside of it.
    pub(crate) fn replacement_at(&self, span: Span) -> Option<&Replacement> {
        let after = self
            .replacements
            .partition_point(|s| s.to.end <= span.start);
        let replacement = self.replacements.get(after)?;
        let is_inside = span.start > replacement.to.start || !span.is_empty();
        (replacement.to.start < span.end && is_inside).then_some(replacement)
    }

    /// The macro whose written-out expansion overlaps a span of the twin.
    pub fn macro_at(&self, span: Span) -> Option<String> {
        let replacement = self.replacement_at(span)?;
        let token = &self.original.tokens[replacement.tokens.start];
        token.invocation().map(|(_, name)| name.to_string())
    }

    /// The span of the user's file for a span of the twin: the invocation for text of a
    /// replacement.
    pub fn original_span(&self, span: Span) -> Span {
        Span::new(
            self.original_offset(span.start, |s| s.from.start),
            self.original_offset(span.end, |s| s.from.end),
        )
    }

    fn original_offset(&self, offset: u32, inside: impl Fn(&Replacement) -> u32) -> u32 {
        let after = self.replacements.partition_point(|s| s.to.end < offset);
        if let Some(replacement) = self.replacements.get(after)
            && replacement.to.start < offset
            && offset < replacement.to.end
        {
            return inside(replacement);
        }
        let before = self.replacements.partition_point(|s| s.to.end <= offset);
        match before.checked_sub(1).map(|k| &self.replacements[k]) {
            Some(replacement) => self.offset_after(replacement, offset),
            None => offset,
        }
    }

    /// An offset after a replacement: the line breaks of the invocation follow the replacement.
    fn offset_after(&self, replacement: &Replacement, offset: u32) -> u32 {
        let bytes = self.original.file.bytes_of(replacement.from);
        let lines = bytes.iter().filter(|b| **b == b'\n').count() as u32;
        let past = offset - replacement.to.end;
        replacement.from.end + past.saturating_sub(lines)
    }
}
