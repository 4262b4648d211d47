//! Edits under which every line keeps its number: new text is written on existing lines, and the
//! breaks of removed lines stay.

use crate::edits::{Edit, Edits};
use crate::file::SourceFile;
use crate::layout::{Layout, LineKind};
use crate::lexer::Lexing;
use crate::span::Span;
use crate::symbols::Symbols;

impl Edits {
    /// The same edits, written so that each one that starts before `until` leaves as many line
    /// breaks as it finds. An edit that needs a directive on a line of its own stays as it is.
    pub fn keeping_lines(&self, file: &SourceFile, until: u32) -> Edits {
        let moves = |edit: &&Edit| edit.span.start < until && edit.moves_lines(file);
        if self.iter().find(moves).is_none() {
            return self.clone();
        }
        let layout = Layout::new(file.text(), &mut Symbols::default());
        let mut all = Edits::default();
        for edit in self.iter() {
            let kept = Some(edit).filter(moves);
            let kept = kept.and_then(|edit| keeping_lines(file, &layout, edit));
            let inserted = kept.is_some_and(|kept| all.insert(kept).is_ok());
            if !inserted {
                // The edits were disjoint before.
                let _ = all.insert(edit.clone());
            }
        }
        all
    }
}

impl Edit {
    /// Whether what follows it gets other line numbers.
    fn moves_lines(&self, file: &SourceFile) -> bool {
        breaks(file.bytes_of(self.span)).len() != self.breaks()
    }

    /// The number of line breaks in its text.
    fn breaks(&self) -> usize {
        self.text.bytes().filter(|b| *b == b'\n').count()
    }
}

/// The edit with as many line breaks as its span has; `None` if a directive prevents that.
fn keeping_lines(file: &SourceFile, layout: &Layout, edit: &Edit) -> Option<Edit> {
    let old = file.bytes_of(edit.span);
    let found = breaks(old);
    if edit.breaks() < found.len() {
        let missing = found[edit.breaks()..].concat();
        let text = format!("{}{missing}{}", edit.text, last_indent(old));
        return Some(Edit {
            span: edit.span,
            text,
        });
    }
    let rest = &file.bytes[edit.span.range().end..];
    let before_directive = edit.text.ends_with(['\n', ' ', '\t'])
        && edit.text.trim_end_matches([' ', '\t']).ends_with('\n')
        && rest.trim_ascii_start().starts_with(b"#");
    if before_directive || is_in_directive(layout, edit.span.start) {
        return None;
    }
    let text = on_one_line(&edit.text)?;
    Some(Edit {
        span: match edit.span.is_empty() && text.starts_with(' ') {
            true => Span::at(before_line_comment(file, &layout.lexing, edit.span.start)),
            false => edit.span,
        },
        text: format!("{text}{}{}", found.concat(), last_indent(old)),
    })
}

/// The line breaks of a text, each with the backslash that continues its line.
fn breaks(bytes: &[u8]) -> Vec<&str> {
    let ends = (0..bytes.len()).filter(|at| bytes[*at] == b'\n');
    let with_mark = |end: usize| {
        let line = bytes[..end].strip_suffix(b"\r").unwrap_or(&bytes[..end]);
        let start = line.strip_suffix(b"\\").unwrap_or(line).len();
        std::str::from_utf8(&bytes[start..=end]).unwrap_or("\n")
    };
    ends.map(with_mark).collect()
}

/// The blanks at the start of the last line of a text of several lines.
fn last_indent(bytes: &[u8]) -> String {
    let Some(start) = bytes.iter().rposition(|b| *b == b'\n') else {
        return String::new();
    };
    let blanks = bytes[start + 1..].iter();
    let blanks = blanks.take_while(|b| matches!(b, b' ' | b'\t'));
    blanks.map(|b| char::from(*b)).collect()
}

/// Whether a place is on the line of a directive, at its end included.
fn is_in_directive(layout: &Layout, at: u32) -> bool {
    let lines = &layout.lexing.lines;
    let after = lines.partition_point(|line| line.span.start < at);
    let line = after.checked_sub(1);
    line.is_some_and(|k| layout.kinds[k] != LineKind::Text && at <= lines[k].span.end)
}

/// A text with blanks in place of its line breaks, and without comments that end with their line;
/// `None` if it contains a directive.
fn on_one_line(text: &str) -> Option<String> {
    let layout = Layout::new(text, &mut Symbols::default());
    if layout.kinds.iter().any(|kind| *kind != LineKind::Text) {
        return None;
    }
    let mut line = String::with_capacity(text.len());
    let mut done = 0;
    for token in &layout.lexing.tokens {
        push_gap(&mut line, &text[done..token.span.range().start]);
        line.push_str(&text[token.span.range()]);
        done = token.span.range().end;
    }
    push_gap(&mut line, &text[done..]);
    Some(line.replace("\\\n", ""))
}

/// Adds what separates two tokens: blanks and comments.
fn push_gap(line: &mut String, gap: &str) {
    if !gap.contains('\n') {
        line.push_str(gap);
        return;
    }
    let without = match line_comment(gap) {
        Some(at) => &gap[..at],
        None => gap,
    };
    let comments = without.split('\n').map(str::trim).filter(|c| !c.is_empty());
    for comment in comments {
        line.push(' ');
        line.push_str(comment.trim_end_matches('\\').trim_end());
    }
    line.push(' ');
}

/// Where the first comment that ends with its line starts, among blanks and comments.
fn line_comment(gap: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        at += gap[at..].find('/')?;
        if gap[at..].starts_with("//") {
            return Some(at);
        }
        let block = gap[at..].strip_prefix("/*")?;
        at += block.find("*/")? + 4;
    }
}

/// The place itself, or, at the end of a line with a comment up to there, the end of the token
/// before the comment.
fn before_line_comment(file: &SourceFile, lexing: &Lexing, at: u32) -> u32 {
    let tokens = &lexing.tokens;
    let after = tokens.partition_point(|token| token.span.end <= at);
    let start = after.checked_sub(1).map_or(0, |k| tokens[k].span.end);
    let gap = file.text().get(start as usize..at as usize);
    match gap.and_then(line_comment) {
        Some(comment) if !gap.is_some_and(|g| g[comment..].contains('\n')) => start,
        _ => at,
    }
}
