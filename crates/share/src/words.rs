//! The tokens of a preprocessed text by index.

use source::{Span, Unit};
use std::ops::Range;

/// The text of a token; empty beyond the end.
pub(crate) fn word(unit: &Unit, index: usize) -> &str {
    let token = unit.tokens.get(index);
    token.map_or("", |token| unit.token_text(token))
}

/// The index of the token at an offset.
pub(crate) fn index_at(unit: &Unit, offset: usize) -> usize {
    unit.tokens_in(offset..offset + 1).start
}

/// The offsets of some tokens.
pub(crate) fn offsets(unit: &Unit, tokens: Range<usize>) -> Range<usize> {
    let start = unit.tokens.get(tokens.start).map_or(0, |t| t.at.start);
    let last = tokens.end.checked_sub(1).and_then(|at| unit.tokens.get(at));
    start as usize..last.map_or(start, |t| t.at.end) as usize
}

/// The index of the bracket that closes the one at an index.
pub(crate) fn closing(unit: &Unit, open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for index in open..unit.tokens.len() {
        match word(unit, index) {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(index);
                }
            }
            _ => {}
        }
    }
    None
}

/// The index of the bracket that the one at an index closes.
pub(crate) fn opening(unit: &Unit, close: usize) -> Option<usize> {
    let mut depth = 0usize;
    for index in (0..=close).rev() {
        match word(unit, index) {
            ")" | "]" | "}" => depth += 1,
            "(" | "[" | "{" => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(index);
                }
            }
            _ => {}
        }
    }
    None
}

/// The first token of the statement or declaration that contains a token.
pub(crate) fn statement_start(unit: &Unit, index: usize) -> usize {
    let ends = |at: &usize| matches!(word(unit, *at), ";" | "{" | "}");
    let last = (0..index).rev().find(ends);
    last.map_or(0, |at| at + 1)
}

/// The tokens of a declaration, from one on, that name the type of elements.
pub(crate) fn element(unit: &Unit, first: usize) -> Range<usize> {
    let is_declarator = |at: usize| matches!(word(unit, at + 1), "[" | "," | ";" | "=");
    let ends =
        |at: &usize| matches!(word(unit, *at), "*" | "(" | "=" | ";" | "") || is_declarator(*at);
    let end = (first..unit.tokens.len()).find(ends);
    first..end.unwrap_or(first)
}

/// The user's text of a range of offsets.
pub(crate) fn text(unit: &Unit, range: Range<usize>) -> Option<String> {
    span(unit, range).map(|span| unit.file.slice(span).into_owned())
}

/// The place of a range of offsets in the user's file, if an edit may replace it.
pub(crate) fn span(unit: &Unit, range: Range<usize>) -> Option<Span> {
    let span = unit.span_of(range).ok()?;
    (!unit.holds_directive(span)).then_some(span)
}

/// Statements with the blanks before or after them; with their line, if nothing else is there.
pub(crate) fn with_line(unit: &Unit, span: Span) -> Span {
    let bytes = &unit.file.bytes;
    let is_blank = |b: &&u8| matches!(b, b' ' | b'\t' | b'\r');
    let before = bytes[..span.start as usize].iter().rev();
    let start = span.start - before.take_while(is_blank).count() as u32;
    let after = bytes[span.end as usize..].iter();
    let end = span.end + after.take_while(is_blank).count() as u32;
    let is_first = start > 0 && bytes[start as usize - 1] == b'\n';
    match (is_first, bytes.get(end as usize) == Some(&b'\n')) {
        (true, true) => Span::new(start, end + 1),
        (true, false) => Span::new(span.start, end),
        (false, _) => Span::new(start, span.end),
    }
}
