//! New lines in the user's file: at the start of a function's body, or after a declaration.

use print::Sheet;
use source::layout::{after_comment, ends_line};
use source::{Edit, SourceFile, Span};
use std::fmt::Display;

/// New lines at a place, indented like the body; on one line if the body is.
pub(crate) fn in_body<T: Display>(file: &SourceFile, body: Span, at: Span, lines: &[T]) -> Edit {
    Edit {
        span: Span::at(at.end),
        text: beside(file, body, &Sheet::inside(file, body), lines),
    }
}

/// New lines after a declaration, indented like it.
pub(crate) fn after_declaration(file: &SourceFile, declaration: Span, lines: &[&str]) -> Edit {
    Edit {
        span: Span::at(after_comment(file, declaration).end),
        text: beside(file, declaration, &Sheet::beside(file, declaration), lines),
    }
}

/// New lines behind a place; on its line if other code follows there.
fn beside<T: Display>(file: &SourceFile, place: Span, sheet: &Sheet, lines: &[T]) -> String {
    let is_short = after_comment(file, place).end == place.end && !ends_line(file, place);
    let line = |line| match is_short {
        true => format!(" {line}"),
        false => sheet.on_line(line),
    };
    lines.iter().map(line).collect()
}
