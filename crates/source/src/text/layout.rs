//! Where lines end and how they are indented in the user's file.

use crate::text::file::SourceFile;
use crate::text::span::Span;

/// The line ending, and the indentation of the first line with text after an opening brace;
/// directives do not count.
pub fn layout_after(bytes: &[u8]) -> (&'static str, String) {
    let mut lines = bytes.split(|b| *b == b'\n').map(String::from_utf8_lossy);
    let newline = match lines.next() {
        Some(first) if first.ends_with('\r') => "\r\n",
        _ => "\n",
    };
    let is_text =
        |l: &std::borrow::Cow<'_, str>| !l.trim().is_empty() && !l.trim().starts_with('#');
    let line = lines.find(is_text).unwrap_or_default();
    let blanks = line.len() - line.trim_start().len();
    (newline, line[..blanks].to_string())
}

/// The line ending of a file.
pub fn newline(file: &SourceFile) -> &'static str {
    match file.text().contains("\r\n") {
        true => "\r\n",
        false => "\n",
    }
}

/// Whether only blanks follow on the line.
pub fn ends_line(file: &SourceFile, at: Span) -> bool {
    let rest = &file.bytes[at.end as usize..];
    let mut line = rest.iter().take_while(|b| **b != b'\n');
    line.all(u8::is_ascii_whitespace)
}

/// The end of the line, if only a comment follows there; else the place itself.
pub fn after_comment(file: &SourceFile, at: Span) -> Span {
    let rest = &file.bytes[at.end as usize..];
    let line = rest.split(|b| *b == b'\n').next().unwrap_or_default();
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let text = line.trim_ascii();
    let inside = text.strip_prefix(b"/*").and_then(|t| t.strip_suffix(b"*/"));
    let is_block = inside.is_some_and(|t| !t.windows(2).any(|w| w == b"*/"));
    let is_line = text.starts_with(b"//") && !text.ends_with(b"\\");
    match is_block || is_line {
        true => Span::at(at.end + line.len() as u32),
        false => at,
    }
}

/// The indentation of the line on which a place starts.
pub fn indent_of(file: &SourceFile, at: Span) -> String {
    let before = &file.bytes[..at.start as usize];
    let line = before.rsplit(|b| *b == b'\n').next().unwrap_or_default();
    let blanks = line.iter().take_while(|b| matches!(b, b' ' | b'\t'));
    blanks.map(|b| char::from(*b)).collect()
}
