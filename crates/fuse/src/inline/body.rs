//! The text of a body in another place: without its braces, re-indented.

use source::{Edit, Edits, SourceFile, Span};

/// The lines of a body with some edits, without their common indentation.
pub(super) fn lines(
    file: &SourceFile,
    inner: Span,
    edits: &[(Span, String)],
) -> Option<Vec<String>> {
    let text = edited(file, inner, edits)?;
    let mut lines: Vec<&str> = text.split('\n').map(str::trim_end).collect();
    // The rest of the line of the brace has no indentation of its own.
    let opening = lines
        .first()
        .map_or("", |line| line.trim_start())
        .to_string();
    if let Some(first) = lines.first_mut() {
        *first = "";
    }
    let common = common_indent(&lines);
    let line = |line: &&str| {
        line.strip_prefix(common.as_str())
            .unwrap_or(line)
            .to_string()
    };
    let mut all: Vec<String> = lines.iter().map(line).collect();
    if let Some(first) = all.first_mut() {
        *first = opening;
    }
    while all.first().is_some_and(String::is_empty) {
        all.remove(0);
    }
    while all.last().is_some_and(String::is_empty) {
        all.pop();
    }
    all.dedup_by(|later, earlier| later.is_empty() && earlier.is_empty());
    (!all.is_empty()).then_some(all)
}

fn edited(file: &SourceFile, inner: Span, edits: &[(Span, String)]) -> Option<String> {
    let mut all = Edits::default();
    for (span, text) in edits {
        let moved = Span::new(
            span.start.checked_sub(inner.start)?,
            span.end.checked_sub(inner.start)?,
        );
        let text = text.clone();
        all.insert(Edit { span: moved, text }).ok()?;
    }
    let bytes = all.apply(file.bytes_of(inner));
    String::from_utf8(bytes).ok()
}

/// The longest indentation that all lines with text have, except lines of directives.
fn common_indent(lines: &[&str]) -> String {
    let indent = |line: &&str| line[..line.len() - line.trim_start().len()].to_string();
    let is_text = |line: &&&str| !line.is_empty() && !line.starts_with('#');
    let all = lines.iter().filter(is_text).map(indent);
    all.reduce(|a, b| {
        let same = a.chars().zip(b.chars()).take_while(|(x, y)| x == y);
        same.map(|(x, _)| x).collect()
    })
    .unwrap_or_default()
}

/// The bytes of a declaration or statement with its line, but not beyond the body.
pub(super) fn whole(file: &SourceFile, inner: Span, span: Span) -> Span {
    let lines = file.whole_lines(span);
    if inner.contains(lines) { lines } else { span }
}

#[cfg(test)]
mod tests {
    use super::lines;
    use source::{SourceFile, Span};

    fn check(text: &str, expected: &[&str]) {
        let file = SourceFile::new("a.c", text);
        let inner = Span::new(0, text.len() as u32);
        assert_eq!(lines(&file, inner, &[]).expect("text"), expected);
    }

    #[test]
    fn bodies_lose_their_indentation() {
        check(" a; ", &["a;"]);
        check("\n    a;\n\n\n      b;\n", &["a;", "", "  b;"]);
        check(
            "\n\ta;\n#pragma omp simd\n\t\tb;\n",
            &["a;", "#pragma omp simd", "\tb;"],
        );
        check(" int n;\r\n  a;\r\n}", &["int n;", "  a;", "}"]);
    }
}
