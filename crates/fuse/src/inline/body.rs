//! The text of a body in another place: without its braces, re-indented.

use print::statements;
use source::{Edit, Edits, SourceFile, Span};

/// The lines of a body with some edits, without their common indentation.
pub(super) fn lines(
    file: &SourceFile,
    inner: Span,
    edits: &[(Span, String)],
) -> Option<Vec<String>> {
    let mut edits = edits.to_vec();
    edits.extend(realigned(file, inner, &edits));
    let text = edited(file, inner, &edits)?;
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
    if let [line] = all.as_slice() {
        all = statements(line).into_iter().map(str::to_string).collect();
    }
    (!all.is_empty()).then_some(all)
}

/// The edits that keep the lines of one statement aligned when names before them change in length.
fn realigned(file: &SourceFile, inner: Span, edits: &[(Span, String)]) -> Vec<(Span, String)> {
    let text = file.text().get(inner.range()).unwrap_or("");
    let mut found = Vec::new();
    let mut start = inner.start;
    let mut before: Option<Line<'_>> = None;
    for text in text.split('\n') {
        let mut line = Line::new(start, text);
        if let Some(earlier) = before.filter(Line::is_open) {
            line.shift = earlier.shift_at(line.indent, edits);
            found.extend(line.realigned());
        }
        start += text.len() as u32 + 1;
        before = Some(line);
    }
    found
}

/// A line of a body.
struct Line<'t> {
    /// Its place in the file.
    start: u32,
    text: &'t str,
    indent: usize,
    /// The number of columns by which its start moves.
    shift: i64,
}

impl<'t> Line<'t> {
    fn new(start: u32, text: &'t str) -> Self {
        Line {
            start,
            text,
            indent: text.len() - text.trim_start().len(),
            shift: 0,
        }
    }

    /// Whether a statement goes on after the line.
    fn is_open(&self) -> bool {
        let text = self.text.trim_end();
        let ends = text.ends_with([';', '{', '}', ':']) || text.ends_with("*/");
        !text.trim_start().is_empty() && !ends && !text.trim_start().starts_with('#')
    }

    /// The number of columns by which text below a column of the line moves, if it is aligned with
    /// a word there.
    fn shift_at(&self, column: usize, edits: &[(Span, String)]) -> i64 {
        let bytes = self.text.as_bytes();
        if column == self.indent {
            return self.shift;
        }
        let edge = column.checked_sub(1).and_then(|k| bytes.get(k));
        let is_word = bytes.get(column).is_some_and(|b| !b.is_ascii_whitespace());
        let is_aligned = is_word && matches!(edge, Some(b' ' | b'('));
        if column < self.indent || !is_aligned {
            return 0;
        }
        let here = self.start..self.start + column as u32;
        let inner = edits.iter().filter(|(span, _)| here.contains(&span.start));
        let grown = inner.map(|(span, text)| text.len() as i64 - span.len() as i64);
        self.shift + grown.sum::<i64>()
    }

    /// The edit that moves the start of the line.
    fn realigned(&self) -> Option<(Span, String)> {
        let at = self.start + self.indent as u32;
        let narrower = u32::try_from(-self.shift).unwrap_or(0);
        let blanks = &self.text[self.indent.saturating_sub(narrower as usize)..self.indent];
        if self.shift > 0 {
            return Some((Span::at(at), " ".repeat(self.shift as usize)));
        }
        let is_room = narrower > 0 && blanks.len() == narrower as usize;
        let is_blank = is_room && blanks.bytes().all(|b| b == b' ');
        is_blank.then(|| (Span::new(at - narrower, at), String::new()))
    }
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
    fn aligned_lines_stay_aligned() {
        let check = |text: &str, edit: (&str, &str), expected: &[&str]| {
            let file = SourceFile::new("a.c", text);
            let at = text.find(edit.0).expect("the text") as u32;
            let span = Span::new(at, at + edit.0.len() as u32);
            let inner = Span::new(0, text.len() as u32);
            let lines = lines(&file, inner, &[(span, edit.1.to_string())]);
            assert_eq!(lines.expect("text"), expected);
        };
        let sum = "\n  dst[i] = a\n         + b\n         + c;\n  d;";
        check(
            sum,
            ("dst", "t"),
            &["t[i] = a", "     + b", "     + c;", "d;"],
        );
        let call = "\n  x = f(n, g(a,\n             b),\n        c);\n  d;";
        let expected = ["x = f(last, g(a,", "              b),", "      c);", "d;"];
        check(call, ("n", "last"), &expected);
        let plain = "\n  dst[i] =\n      b;\n  d;";
        check(plain, ("dst", "t"), &["t[i] =", "    b;", "d;"]);
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
