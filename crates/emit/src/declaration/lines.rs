//! New lines in the user's file: at the start of a function's body, or after a declaration.

use source::layout::{after_comment, ends_line, indent_of, layout_after};
use source::{Edit, SourceFile, Span};

/// New lines at a place, indented like the body; on one line if the body is.
pub(crate) fn in_body<T: std::fmt::Display>(
    file: &SourceFile,
    body: Span,
    at: Span,
    lines: &[T],
) -> Edit {
    let (newline, indent) = layout_after(&file.bytes[body.end as usize..]);
    let is_short = after_comment(file, body) == body && !ends_line(file, body);
    let text = lines.iter().map(|line| match is_short {
        true => format!(" {line}"),
        false => format!("{newline}{indent}{line}"),
    });
    Edit {
        span: Span::at(at.end),
        text: text.collect(),
    }
}

/// New lines after a declaration, indented like it.
pub(crate) fn after_declaration(file: &SourceFile, declaration: Span, lines: &[&str]) -> Edit {
    let (newline, _) = layout_after(&file.bytes[declaration.end as usize..]);
    let indent = indent_of(file, declaration);
    let end = after_comment(file, declaration);
    let is_short = end.end == declaration.end && !ends_line(file, declaration);
    let text = lines.iter().map(|line| match is_short {
        true => format!(" {line}"),
        false => format!("{newline}{indent}{line}"),
    });
    Edit {
        span: Span::at(end.end),
        text: text.collect(),
    }
}
