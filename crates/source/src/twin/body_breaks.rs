//! The line breaks of a macro's body, so that an invocation is written out with the layout of the
//! body.

use crate::text::file::SourceFile;
use crate::text::layout::{indent_of, layout_after};
use crate::text::span::Span;
use crate::twin::print::Change;
use crate::unit::Unit;
use std::ops::Range;

/// Line breaks for the expansion `run` of the invocation `of`: one before each token of the macro's
/// body that starts a new line of it.
pub(super) fn breaks(unit: &Unit, run: Range<usize>, of: Span) -> Vec<Change> {
    let own = |index: usize| {
        let token = &unit.tokens[index];
        let spelled = token.spelled().filter(|_| token.anchor() == Some(of))?;
        let body = unit.uses.body_around(spelled)?;
        Some((index, spelled, body.span))
    };
    let tokens: Vec<(usize, Span, Span)> = run.filter_map(own).collect();
    let Some((_, first, body)) = tokens.first().copied() else {
        return Vec::new();
    };
    let line = |span: Span| unit.file.line_col(span.start).line;
    let own = tokens.iter().filter(|(_, _, other)| *other == body);
    let own: Vec<(usize, Span)> = own.map(|(index, spelled, _)| (*index, *spelled)).collect();
    let pairs = own
        .windows(2)
        .filter(|pair| line(pair[0].1) < line(pair[1].1));
    let starts = pairs.map(|pair| match begins_line(&unit.file, pair[1].1) {
        true => pair[1],
        false => (pair[0].0 + 1, pair[1].1),
    });
    let starts: Vec<(usize, Span)> = starts.collect();
    let (base, extra) = margin(unit, first, &starts);
    let outer = format!(
        "{}{}{extra}",
        layout_after(&unit.file.bytes).0,
        indent_of(&unit.file, of)
    );
    let change = |(index, span): &(usize, Span)| {
        let own = indent_of(&unit.file, *span);
        Change {
            tokens: *index..*index,
            text: format!("{outer}{}", own.strip_prefix(&base).unwrap_or("")),
        }
    };
    starts.iter().map(change).collect()
}

/// The common indentation of the lines of a body, and the indentation that they get in addition.
fn margin(unit: &Unit, first: Span, starts: &[(usize, Span)]) -> (String, &'static str) {
    if begins_line(&unit.file, first) {
        return (indent_of(&unit.file, first), "");
    }
    let indents = starts.iter().map(|(_, span)| indent_of(&unit.file, *span));
    let least = indents.min_by_key(|text| text.len()).unwrap_or_default();
    let line = unit.file.line_span(unit.file.line_col(first.start).line);
    let rest = Span::new(first.start, line.map_or(first.end, |line| line.end));
    let rest = unit.file.slice(rest);
    let count = |chars: [char; 3]| rest.matches(chars).count();
    let opens = count(['(', '[', '{']) > count([')', ']', '}']);
    (least, if opens { "    " } else { "" })
}

fn begins_line(file: &SourceFile, at: Span) -> bool {
    let before = &file.bytes[..at.range().start];
    let rest = before.iter().rev().find(|b| !matches!(b, b' ' | b'\t'));
    rest.is_none_or(|b| *b == b'\n')
}
