//! The groups of lines that `#if`, `#else` and the like include or leave out, and the macros that
//! the user's files may define.

use crate::text::span::Span;
use crate::tokens::layout::{Layout, LineKind};
use crate::tokens::lexer::TokenKind;
use crate::tokens::symbols::Symbols;

/// The lines between two directives of one conditional, at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conditional {
    /// From the first line to the last.
    pub span: Span,
    /// Whether the compiler saw them.
    pub is_seen: bool,
    /// Whether that depends on numbers and macros in [`crate::Unit::macros`] alone.
    pub is_decided: bool,
}

/// A macro of the user: a `#define` of the main file, seen or not, or of an included file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MacroText {
    /// Its name.
    pub name: String,
    /// Its `#define`, if that is in the main file.
    pub at: Option<Span>,
    /// The words after the name.
    pub body: Vec<String>,
    /// Whether the compiler saw it.
    pub is_seen: bool,
    /// Whether an included file defines it.
    pub in_header: bool,
    /// Whether numbers and kept macros alone decide that it is left out.
    pub is_decided: bool,
}

/// A conditional that is open at the current line.
struct Open {
    /// The first line of the group.
    start: usize,
    is_decided: bool,
}

/// All groups of at least one line, inner groups before outer ones.
pub(crate) fn conditionals(
    layout: &Layout,
    active: &[bool],
    symbols: &Symbols,
    is_kept: &dyn Fn(&str) -> bool,
) -> Vec<Conditional> {
    let mut found = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let condition = |line: usize| is_decided(layout, line, symbols, is_kept);
    let mut close = |group: &Open, end: usize| {
        if group.start < end {
            let lines = &layout.lexing.lines;
            found.push(Conditional {
                span: lines[group.start].span.to(lines[end - 1].span),
                is_seen: active[group.start],
                is_decided: group.is_decided,
            });
        }
    };
    for (line, kind) in layout.kinds.iter().enumerate() {
        match kind {
            LineKind::If => open.push(Open {
                start: line + 1,
                is_decided: condition(line),
            }),
            LineKind::Else => {
                if let Some(group) = open.last_mut() {
                    close(group, line);
                    group.start = line + 1;
                    group.is_decided &= condition(line);
                }
            }
            LineKind::Endif => {
                if let Some(group) = open.pop() {
                    close(&group, line);
                }
            }
            _ => {}
        }
    }
    let end = layout.kinds.len();
    open.iter().rev().for_each(|group| close(group, end));
    found
}

/// Whether the condition depends on numbers and kept macros alone.
fn is_decided(
    layout: &Layout,
    line: usize,
    symbols: &Symbols,
    is_kept: &dyn Fn(&str) -> bool,
) -> bool {
    let tokens = layout.tokens(line);
    let text = |index: usize| tokens.get(index).map_or("", |t| symbols.text(t.symbol));
    let names = tokens.get(2..).unwrap_or(&[]).iter();
    let mut names = names.filter(|t| t.kind == TokenKind::Identifier);
    match text(1) {
        "else" => true,
        "if" | "elif" => names.all(|t| is_kept(symbols.text(t.symbol))),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_and_what_decides_them() {
        let text = "#if N > 2\na\n#elif defined X\nb\n#else\nc\n#endif\n#ifdef N\nd\n#if 1\ne\n#endif\n#endif\n#if N\n#endif\n";
        let mut symbols = Symbols::default();
        let layout = Layout::new(text, &mut symbols);
        let active = vec![true; layout.kinds.len()];
        let found = conditionals(&layout, &active, &symbols, &|name| name == "N");
        let shown: Vec<(&str, bool)> = found
            .iter()
            .map(|group| (&text[group.span.range()], group.is_decided))
            .collect();
        let expected = [
            ("a", true),
            ("b", false),
            ("c", false),
            ("e", true),
            ("d\n#if 1\ne\n#endif", false),
        ];
        assert_eq!(shown, expected);
    }
}
