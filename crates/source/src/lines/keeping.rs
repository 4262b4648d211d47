//! Rewrites edits so that every line keeps its number: new text is written on existing lines, and
//! the line breaks of removed lines stay.
//!
//! **Invariant:** an edit that starts before `until` leaves as many line breaks as it finds. The
//! caller passes the last use of a line number as data ([`crate::Unit::last_line_use`]), or the end
//! of the file where every line must keep its number.

use crate::text::edits::{Edit, Edits};
use crate::text::file::SourceFile;
use crate::text::span::Span;
use crate::tokens::layout::{Layout, LineKind};
use crate::tokens::symbols::Symbols;

impl Edits {
    /// The same edits, rewritten so that each one that starts before `until` leaves as many line
    /// breaks as it finds. An edit that needs a directive on a line of its own is unchanged.
    pub fn keeping_lines(&self, file: &SourceFile, until: u32) -> Edits {
        let moves = |edit: &&Edit| edit.span.start < until && edit.moves_lines(file);
        if self.iter().find(moves).is_none() {
            return self.clone();
        }
        let text = Text::new(file, self);
        let mut all = Edits::default();
        for edit in self.iter() {
            let kept = Some(edit).filter(moves);
            let kept = kept.and_then(|edit| text.keeping_lines(edit));
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
    /// Whether the text after it gets other line numbers.
    fn moves_lines(&self, file: &SourceFile) -> bool {
        breaks(file.bytes_of(self.span)).len() != self.breaks()
    }

    /// The number of line breaks in its text.
    fn breaks(&self) -> usize {
        self.text.bytes().filter(|b| *b == b'\n').count()
    }
}

/// The file and all edits of it.
struct Text<'a> {
    file: &'a SourceFile,
    layout: Layout,
    symbols: Symbols,
    edits: &'a Edits,
}

impl<'a> Text<'a> {
    fn new(file: &'a SourceFile, edits: &'a Edits) -> Self {
        let mut symbols = Symbols::default();
        Text {
            file,
            layout: Layout::new(file.text(), &mut symbols),
            symbols,
            edits,
        }
    }

    /// The edit with as many line breaks as its span; `None` if a directive prevents that.
    fn keeping_lines(&self, edit: &Edit) -> Option<Edit> {
        let found = breaks(self.file.bytes_of(edit.span));
        if let Some(missing) = found.get(edit.breaks()..).filter(|m| !m.is_empty()) {
            return Some(self.with_breaks(edit.span, edit.text.clone(), missing));
        }
        if self.meets_directive(edit) {
            return None;
        }
        let text = on_one_line(&edit.text)?;
        if !edit.span.is_empty() || !text.starts_with(' ') {
            return Some(self.with_breaks(edit.span, text, &found));
        }
        let at = self.before_line_comment(edit.span.start);
        let end = match self.ends_guarded(at) && !text.trim_start().starts_with('}') {
            true => ";",
            false => "",
        };
        Some(Edit {
            span: Span::at(at),
            text: format!("{end}{text}"),
        })
    }

    /// Replaces a span by a text with line breaks after it.
    fn with_breaks(&self, span: Span, mut text: String, breaks: &[&str]) -> Edit {
        if !breaks.is_empty() {
            text.truncate(text.trim_end_matches([' ', '\t']).len());
            text.push_str(&breaks.concat());
        }
        let rest = &self.file.bytes[span.range().end..];
        if !rest.starts_with(b"\n") && !rest.starts_with(b"\r") {
            text.push_str(&last_indent(self.file.bytes_of(span)));
        }
        Edit { span, text }
    }

    /// Whether an edit adds lines in a directive or directly before one.
    fn meets_directive(&self, edit: &Edit) -> bool {
        let rest = &self.file.bytes[edit.span.range().end..];
        let ends_line = edit.text.trim_end_matches([' ', '\t']).ends_with('\n');
        let lines = &self.layout.lexing.lines;
        let after = lines.partition_point(|line| line.span.start < edit.span.start);
        let is_inside = |k: usize| {
            let is_text = self.layout.kinds[k] == LineKind::Text;
            !is_text && edit.span.start <= lines[k].span.end
        };
        ends_line && rest.trim_ascii_start().starts_with(b"#")
            || after.checked_sub(1).is_some_and(is_inside)
    }

    /// The offset itself, or, if a comment that ends with its line is directly before it, the end
    /// of the token before the comment.
    fn before_line_comment(&self, at: u32) -> u32 {
        let start = match self.last_token(at) {
            Some(k) => self.layout.lexing.tokens[k].span.end,
            None => 0,
        };
        let gap = self.file.text().get(start as usize..at as usize);
        match gap.and_then(|gap| Some(&gap[line_comment(gap)?..])) {
            Some(comment) if !comment.contains('\n') => start,
            _ => at,
        }
    }

    /// The last token that ends before an offset.
    fn last_token(&self, at: u32) -> Option<usize> {
        let tokens = &self.layout.lexing.tokens;
        tokens
            .partition_point(|token| token.span.end <= at)
            .checked_sub(1)
    }

    /// Whether the body of an `if` or a loop without braces ends on the line of an offset:
    /// compilers warn of another statement on that line, except an empty one.
    fn ends_guarded(&self, at: u32) -> bool {
        let line = |offset: u32| self.file.line_index(offset);
        let is_end = |k: &usize| {
            let token = self.layout.lexing.tokens[*k].span;
            self.word(*k) == ";" && line(token.start) == line(at)
        };
        let Some(last) = self.last_token(at).filter(is_end) else {
            return false;
        };
        let mut depth = 0_u32;
        for k in (0..last).rev() {
            if depth == 0 && self.opens_between(k) {
                return false;
            }
            match self.word(k) {
                "{" | ";" | "(" | "[" if depth == 0 => return false,
                "}" if depth == 0 => return false,
                ")" | "]" | "}" => depth += 1,
                "(" | "[" | "{" => depth -= 1,
                "if" | "else" | "for" | "while" if depth == 0 => return true,
                _ => {}
            }
        }
        false
    }

    /// Whether an edit adds a brace between a token and the next one.
    fn opens_between(&self, k: usize) -> bool {
        let tokens = &self.layout.lexing.tokens;
        let gap = Span::new(tokens[k].span.end, tokens[k + 1].span.start);
        let mut inside = self.edits.iter().filter(|edit| gap.contains(edit.span));
        inside.any(|edit| edit.text.trim_start().starts_with('{'))
    }

    fn word(&self, k: usize) -> &str {
        self.symbols.text(self.layout.lexing.tokens[k].symbol)
    }
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

/// The blanks at the start of the last line, if there are several lines.
fn last_indent(bytes: &[u8]) -> String {
    let Some(start) = bytes.iter().rposition(|b| *b == b'\n') else {
        return String::new();
    };
    let blanks = bytes[start + 1..].iter();
    let blanks = blanks.take_while(|b| matches!(b, b' ' | b'\t'));
    blanks.map(|b| char::from(*b)).collect()
}

/// The text with blanks in place of its line breaks, and without comments that end with their line;
/// `None` if it contains a directive.
fn on_one_line(text: &str) -> Option<String> {
    let layout = Layout::new(text, &mut Symbols::default());
    if layout.kinds.iter().any(|kind| *kind != LineKind::Text) {
        return None;
    }
    let mut line = String::with_capacity(text.len());
    let mut done = 0;
    for token in &layout.lexing.tokens {
        push_gap(&mut line, &text[done..token.span.range().start])?;
        line.push_str(&text[token.span.range()]);
        done = token.span.range().end;
    }
    push_gap(&mut line, &text[done..])?;
    Some(line.replace("\\\n", ""))
}

/// Adds the blanks and comments between two tokens; `None` if lines of `#if 0` are among them.
fn push_gap(line: &mut String, gap: &str) -> Option<()> {
    if !gap.contains('\n') {
        line.push_str(gap);
        return Some(());
    }
    if gap
        .split('\n')
        .any(|line| line.trim_start().starts_with('#'))
    {
        return None;
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
    Some(())
}

/// The offset of the first `//` comment among blanks and comments.
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The text with each `before` replaced by its `after`, all lines kept.
    fn edited(text: &str, changes: &[(&str, &str)]) -> String {
        let file = SourceFile::new("k.c", text);
        let mut edits = Edits::default();
        for (before, after) in changes {
            let start = text.find(before).expect("a place") as u32;
            let edit = Edit {
                span: Span::new(start, start + before.len() as u32),
                text: (*after).to_string(),
            };
            edits.insert(edit).expect("disjoint edits");
        }
        let kept = edits.keeping_lines(&file, u32::MAX);
        String::from_utf8(kept.apply(text.as_bytes())).expect("text")
    }

    /// The same with an insertion at `^`.
    fn inserted(text: &str, addition: &str) -> String {
        let at = text.find('^').expect("a place") as u32;
        let file = SourceFile::new("k.c", text.replace('^', ""));
        let mut edits = Edits::default();
        let edit = Edit {
            span: Span::at(at),
            text: addition.to_string(),
        };
        edits.insert(edit).expect("one edit");
        let kept = edits.keeping_lines(&file, u32::MAX);
        String::from_utf8(kept.apply(&file.bytes)).expect("text")
    }

    #[test]
    fn insertions_on_existing_lines() {
        for (text, addition, expected) in [
            ("{^\n  a;\n}", "\n  int b;", "{ int b;\n  a;\n}"),
            ("{ // c^\n  a;", "\n  b;", "{ b; // c\n  a;"),
            ("{ /* c */^\n  a;", "\n  b;", "{ /* c */ b;\n  a;"),
            (
                "{ /* // */ // d^\n  a;",
                "\n  b;",
                "{ b; /* // */ // d\n  a;",
            ),
            ("  a;\n^}", "    b;\n", "  a;\n    b; }"),
            ("a;\n^b;", "(void)n; // why\n", "a;\n(void)n; b;"),
            ("a;^", "\n/* x\n   y */\nb;", "a; /* x y */ b;"),
            ("a;^", " b;", "a; b;"),
        ] {
            assert_eq!(inserted(text, addition), expected, "{text}");
        }
    }

    #[test]
    fn statements_after_unbraced_bodies() {
        for (text, expected) in [
            ("if (a)\n  b;^\n", "if (a)\n  b;; c;\n"),
            ("for (;;) f(x[1]);^\n", "for (;;) f(x[1]);; c;\n"),
            ("{ if (a) { b; } d;^\n", "{ if (a) { b; } d; c;\n"),
            ("if (a)\n  b;\n^}", "if (a)\n  b;\n c;}"),
        ] {
            assert_eq!(inserted(text, "\n c;"), expected, "{text}");
        }
        assert_eq!(inserted("if (a)\n  b;^\n", "\n}"), "if (a)\n  b; }\n");
        let braced = edited(
            "for (;;)\n  b;\n",
            &[("\n  b", " {\n  b"), (";\n", ";\n c; }\n")],
        );
        assert_eq!(braced, "for (;;) {\n  b; c; }\n");
    }

    #[test]
    fn removed_lines_stay_empty() {
        assert_eq!(edited("a;\n  b;\nc;\n", &[("  b;\n", "")]), "a;\n\nc;\n");
        assert_eq!(
            edited("a\n  [b]\n = c;\n", &[("a\n  [b]", "a")]),
            "a\n\n = c;\n"
        );
        let body = "#define M \\\n  a; \\\n  b;\nc\n";
        let without = "#define M \\\n\\\n  b;\nc\n";
        assert_eq!(edited(body, &[("  a; \\\n", "")]), without);
        assert_eq!(edited("a;\r\nb;\r\nc;", &[("b;\r\n", "")]), "a;\r\n\r\nc;");
    }

    #[test]
    fn directives_stay_on_lines_of_their_own() {
        assert_eq!(inserted("^#pragma x\n", "a;\n"), "a;\n#pragma x\n");
        assert_eq!(inserted("#endif^\n", "\na;"), "#endif\na;\n");
        assert_eq!(inserted("{^\n", "\n#pragma x\na;"), "{\n#pragma x\na;\n");
    }

    #[test]
    fn only_as_far_as_wanted() {
        let file = SourceFile::new("k.c", "a;\nb;\n");
        let mut edits = Edits::default();
        for at in [2, 5] {
            let text = "\nx;".to_string();
            let span = Span::at(at);
            edits.insert(Edit { span, text }).expect("disjoint");
        }
        let text = edits.keeping_lines(&file, 4).apply(&file.bytes);
        assert_eq!(text, b"a; x;\nb;\nx;\n");
    }

    proptest! {
        /// Whatever is inserted and removed, each token that stays keeps its line.
        #[test]
        fn tokens_keep_their_lines(
            text in "([a-f]{1,2}|[;{}()]|  |\n|// g\n|/\\* h \\*/){0,40}",
            wanted in proptest::collection::vec((0usize..80, 0usize..8, "(\n? [x-z];\n?){0,3}"), 0..6),
        ) {
            let file = SourceFile::new("k.c", text.as_str());
            let lexed = Layout::new(&text, &mut Symbols::default());
            let ends = lexed.lexing.tokens.iter().map(|t| t.span.end);
            let ends: Vec<u32> = ends.collect();
            let mut edits = Edits::default();
            for (from, count, text) in wanted.into_iter().filter(|_| !ends.is_empty()) {
                let from = from % ends.len();
                let to = (from + count).min(ends.len() - 1);
                // A removal leaves a blank, so that `a(b` does not become `ab`.
                let text = if text.is_empty() { " ".to_string() } else { text };
                let _ = edits.insert(Edit { span: Span::new(ends[from], ends[to]), text });
            }
            let kept = edits.keeping_lines(&file, u32::MAX).apply(&file.bytes);
            let kept = String::from_utf8(kept).expect("text");
            let breaks = |text: &str| text.matches('\n').count();
            prop_assert_eq!(breaks(&kept), breaks(&text));
            let words = |text: &str| -> Vec<(String, u32)> {
                let mut symbols = Symbols::default();
                let layout = Layout::new(text, &mut symbols);
                let word = |t: &crate::tokens::lexer::Lexed| (symbols.text(t.symbol).to_string(), t.line);
                let words = layout.lexing.tokens.iter().map(word);
                words.filter(|(word, _)| word.starts_with(|c: char| c < 'x')).collect()
            };
            let mut old = words(&text).into_iter();
            let own = |word: &(String, u32)| word.0.starts_with(|c: char| c.is_alphabetic());
            for word in words(&kept).into_iter().filter(own) {
                prop_assert!(old.any(|other| other == word), "{:?}", word);
            }
        }
    }
}
