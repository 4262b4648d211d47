//! A text as logical lines: program text, directives, and the groups of its conditionals. It does
//! not know which groups are active.

use crate::tokens::lexer::{Lexed, Lexing, Line, lex};
use crate::tokens::symbols::Symbols;
use std::ops::Range;

/// The kinds of logical lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LineKind {
    /// Tokens of the program.
    Text,
    Define,
    Undef,
    Pragma,
    /// `#if`, `#ifdef`, `#ifndef`.
    If,
    /// `#else`, `#elif`, `#elifdef`, `#elifndef`.
    Else,
    Endif,
    /// `#line`, or a line marker.
    LineNumber,
    /// Any other directive.
    Directive,
}

/// A text, split into tokens and lines.
pub(crate) struct Layout {
    pub(crate) lexing: Lexing,
    /// The kind of each line of `lexing`.
    pub(crate) kinds: Vec<LineKind>,
}

impl Layout {
    pub(crate) fn new(text: &str, symbols: &mut Symbols) -> Layout {
        let lexing = lex(text, symbols);
        let kind = |line: &Line| kind_of(&lexing.tokens[line.tokens.clone()], symbols);
        let kinds = lexing.lines.iter().map(kind).collect();
        Layout { lexing, kinds }
    }

    /// The tokens of a line, by its index.
    pub(crate) fn tokens(&self, line: usize) -> &[Lexed] {
        &self.lexing.tokens[self.lexing.lines[line].tokens.clone()]
    }

    /// The logical line that contains the physical line `number`, or the last one before it.
    pub(crate) fn line_at(&self, number: u32) -> Option<usize> {
        self.lexing
            .lines
            .partition_point(|line| line.number <= number)
            .checked_sub(1)
    }

    /// The bytes with `#line` directives blanked out, so that the compiler's line numbers are those
    /// of the file.
    pub(crate) fn without_line_directives(&self, bytes: &[u8]) -> Vec<u8> {
        let mut plain = bytes.to_vec();
        for (line, kind) in self.lexing.lines.iter().zip(&self.kinds) {
            if *kind == LineKind::LineNumber {
                let directive = plain[line.span.range()].iter_mut();
                directive
                    .filter(|byte| !matches!(byte, b'\n' | b'\r'))
                    .for_each(|byte| *byte = b' ');
            }
        }
        plain
    }

    /// The lines between each conditional directive and the next one of the same conditional.
    pub(crate) fn groups(&self) -> Vec<Range<usize>> {
        let mut groups = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for (line, kind) in self.kinds.iter().enumerate() {
            if matches!(kind, LineKind::Else | LineKind::Endif) {
                groups.extend(open.pop().map(|start| start..line));
            }
            if matches!(kind, LineKind::If | LineKind::Else) {
                open.push(line + 1);
            }
        }
        groups.extend(open.into_iter().map(|start| start..self.kinds.len()));
        groups
    }
}

fn kind_of(tokens: &[Lexed], symbols: &Symbols) -> LineKind {
    let text = |index: usize| tokens.get(index).map_or("", |t| symbols.text(t.symbol));
    if !matches!(text(0), "#" | "%:") {
        return LineKind::Text;
    }
    match text(1) {
        "define" => LineKind::Define,
        "undef" => LineKind::Undef,
        "pragma" => LineKind::Pragma,
        "if" | "ifdef" | "ifndef" => LineKind::If,
        "else" | "elif" | "elifdef" | "elifndef" => LineKind::Else,
        "endif" => LineKind::Endif,
        "line" => LineKind::LineNumber,
        word if word.starts_with(|c: char| c.is_ascii_digit()) => LineKind::LineNumber,
        _ => LineKind::Directive,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_nest() {
        let text = "#if A\na\n#if B\nb\n#else\nc\n#endif\n#elif C\nd\n#endif\n#if D\n";
        let layout = Layout::new(text, &mut Symbols::default());
        assert_eq!(layout.groups(), [3..4, 5..6, 1..7, 8..9, 11..11]);
    }

    #[test]
    fn line_directives_are_blanked() {
        let text = "a\n# line 7 \\\n \"x\"\r\n/**/ # 3 \"y\"\n#pragma line\n";
        let layout = Layout::new(text, &mut Symbols::default());
        let plain = layout.without_line_directives(text.as_bytes());
        assert_eq!(plain.len(), text.len());
        let plain = String::from_utf8(plain).expect("blanks are text");
        assert_eq!(
            plain.split_whitespace().collect::<Vec<_>>(),
            ["a", "/**/", "#pragma", "line"]
        );
    }
}
