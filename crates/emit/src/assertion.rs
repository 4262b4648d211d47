//! What the proof assumed about macros, as `_Static_assert` at the start of the function's body.

use front::Region;
use source::{Edit, SourceFile, Span};

/// One assertion per macro that was taken at its value.
pub(crate) fn edits(file: &SourceFile, region: &Region) -> Vec<Edit> {
    if region.fixed_macros.is_empty() {
        return Vec::new();
    }
    let at = region.body_start.end;
    let (newline, indent) = layout_after(&file.bytes[at as usize..]);
    let lines: String = region
        .fixed_macros
        .iter()
        .map(|m| {
            let (name, value) = (&m.name, m.value);
            format!(
                "{newline}{indent}_Static_assert({name} == {value}, \
                 \"arrays below are folded for {name} == {value}\");"
            )
        })
        .collect();
    vec![Edit {
        span: Span { start: at, end: at },
        text: lines,
    }]
}

/// The line ending and the indentation of the first line with text after the opening brace.
fn layout_after(bytes: &[u8]) -> (&'static str, String) {
    let mut lines = bytes.split(|b| *b == b'\n').map(String::from_utf8_lossy);
    let newline = match lines.next() {
        Some(first) if first.ends_with('\r') => "\r\n",
        _ => "\n",
    };
    let line = lines.find(|l| !l.trim().is_empty()).unwrap_or_default();
    let blanks = line.len() - line.trim_start().len();
    (newline, line[..blanks].to_string())
}
