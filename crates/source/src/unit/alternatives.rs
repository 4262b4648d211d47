//! Conditionals that a few macros decide, with values of these macros that reach every group: the
//! configurations in which a file is to be analysed. Each of them is then analysed by itself.
//!
//! Assumes: whoever asks for the alternatives of a macro analyses the file with every value of it.

use crate::macros::constant::integer;
use crate::text::file::SourceFile;
use crate::text::span::Span;
use crate::tokens::layout::{Layout, LineKind};
use crate::tokens::lexer::{Lexed, TokenKind};
use crate::tokens::symbols::Symbols;
use crate::unit::Unit;
use std::collections::{BTreeMap, BTreeSet};

/// A conditional, from `#if` to `#endif`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternatives {
    /// Its lines.
    pub span: Span,
    /// The lines of its groups that are not empty.
    pub groups: Vec<Span>,
    /// Whether one of them is an `#else`, so that one group is always seen.
    pub has_else: bool,
    /// The macros that decide it, with the numbers that they are compared with; none if something
    /// else may decide it.
    pub macros: BTreeMap<String, BTreeSet<i64>>,
}

/// All conditionals of a file, and the names in its lines outside of conditions.
pub fn alternatives(file: &SourceFile) -> (Vec<Alternatives>, BTreeSet<String>) {
    let mut symbols = Symbols::default();
    let layout = Layout::new(file.text(), &mut symbols);
    let is_condition = |kind: LineKind| matches!(kind, LineKind::If | LineKind::Else);
    let lines = (0..layout.kinds.len()).filter(|line| !is_condition(layout.kinds[*line]));
    let mut names = BTreeSet::new();
    for line in lines {
        let tokens = layout.tokens(line);
        let own = match layout.kinds[line] {
            LineKind::Define => tokens.get(3..),
            LineKind::Undef => None,
            _ => Some(tokens),
        };
        let own = own.unwrap_or_default().iter();
        let own = own.filter(|token| token.kind == TokenKind::Identifier);
        names.extend(own.map(|token| symbols.text(token.symbol).to_string()));
    }
    (chains(&layout, &symbols), names)
}

/// Takes conditionals that these macros alone decide as they are in this configuration: the groups
/// that are left out do not exist.
pub(crate) fn settle(unit: &mut Unit, layout: &Layout, symbols: &Symbols, macros: &[String]) {
    let all = chains(layout, symbols).into_iter();
    let is_open = |chain: &Alternatives| {
        chain.macros.is_empty() || chain.macros.keys().any(|name| !macros.contains(name))
    };
    let groups = all.filter(|chain| !is_open(chain)).flat_map(|c| c.groups);
    let groups: BTreeSet<Span> = groups.collect();
    let mut hidden = Vec::new();
    for group in &mut unit.conditionals {
        if groups.contains(&group.span) {
            group.is_decided = true;
            hidden.extend((!group.is_seen).then_some(group.span));
        }
    }
    let is_hidden = |span: Span| hidden.iter().any(|h| h.contains(span));
    unit.conditionals.retain(|group| !is_hidden(group.span));
    unit.macro_texts.retain(|m| !m.at.is_some_and(is_hidden));
    unit.skipped.retain(|_, span| !is_hidden(*span));
    let left_out = unit.conditionals.iter().filter(|group| !group.is_seen);
    let words = left_out.flat_map(|group| unit.words(group.span));
    let words: Vec<(String, Span)> = words
        .filter(|word| word.kind == TokenKind::Identifier)
        .map(|word| (word.text, word.span))
        .collect();
    let lines = unit.dropped.iter();
    let dropped =
        lines.filter_map(|(name, line)| Some((name.clone(), unit.file.line_span(*line)?)));
    let dropped: Vec<(String, Span)> = dropped.collect();
    for (name, span) in words.into_iter().chain(dropped) {
        unit.skipped.entry(name).or_insert(span);
    }
    unit.hidden = hidden;
}

/// A conditional that is open at the current line.
struct Open {
    first: usize,
    /// The first line of its current group.
    group: usize,
    chain: Alternatives,
    is_understood: bool,
}

fn chains(layout: &Layout, symbols: &Symbols) -> Vec<Alternatives> {
    let lines = &layout.lexing.lines;
    let mut found = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let close_group = |of: &mut Open, end: usize| {
        if of.group < end {
            let span = lines[of.group].span.to(lines[end - 1].span);
            of.chain.groups.push(span);
        }
        of.group = end + 1;
    };
    for (line, kind) in layout.kinds.iter().enumerate() {
        match kind {
            LineKind::If => {
                let mut new = Open {
                    first: line,
                    group: line + 1,
                    chain: Alternatives {
                        span: lines[line].span,
                        groups: Vec::new(),
                        has_else: false,
                        macros: BTreeMap::new(),
                    },
                    is_understood: true,
                };
                new.read(layout.tokens(line), symbols);
                open.push(new);
            }
            LineKind::Else => {
                if let Some(of) = open.last_mut() {
                    close_group(of, line);
                    of.read(layout.tokens(line), symbols);
                }
            }
            LineKind::Endif => {
                if let Some(mut of) = open.pop() {
                    close_group(&mut of, line);
                    of.chain.span = lines[of.first].span.to(lines[line].span);
                    if !of.is_understood {
                        of.chain.macros.clear();
                    }
                    found.push(of.chain);
                }
            }
            _ => {}
        }
    }
    found
}

impl Open {
    /// Reads the condition of a directive.
    fn read(&mut self, tokens: &[Lexed], symbols: &Symbols) {
        let texts: Vec<&str> = tokens.iter().map(|t| symbols.text(t.symbol)).collect();
        let macros = &mut self.chain.macros;
        self.is_understood &= match (texts.get(1).copied(), texts.get(2..)) {
            (Some("else"), _) => {
                self.chain.has_else = true;
                true
            }
            (Some("ifdef" | "ifndef" | "elifdef" | "elifndef"), Some([name])) => {
                macros.entry((*name).to_string()).or_default();
                true
            }
            (Some("if" | "elif"), Some(rest)) => {
                let mut condition = Condition { rest, macros };
                condition.any() && condition.rest.is_empty()
            }
            _ => false,
        };
    }
}

/// A condition of tests of single macros, joined by `&&`, `||` and `!`.
struct Condition<'a> {
    rest: &'a [&'a str],
    macros: &'a mut BTreeMap<String, BTreeSet<i64>>,
}

impl Condition<'_> {
    fn take(&mut self, text: &str) -> bool {
        let is_next = self.rest.first() == Some(&text);
        if is_next {
            self.rest = &self.rest[1..];
        }
        is_next
    }

    fn any(&mut self) -> bool {
        loop {
            if !self.one() {
                return false;
            }
            if !self.take("&&") && !self.take("||") {
                return true;
            }
        }
    }

    fn one(&mut self) -> bool {
        if self.take("!") {
            return self.one();
        }
        if self.take("(") {
            return self.any() && self.take(")");
        }
        if self.take("defined") {
            let in_parentheses = self.take("(");
            let Some(name) = self.name() else {
                return false;
            };
            self.macros.entry(name).or_default();
            return !in_parentheses || self.take(")");
        }
        if let Some(name) = self.name() {
            let number = match self.comparison() {
                true => self.number(),
                false => Some(0),
            };
            let numbers = self.macros.entry(name).or_default();
            numbers.extend(number);
            return number.is_some();
        }
        if self.number().is_none() {
            return false;
        }
        // A number alone, or compared with a macro: `0`, `2 == KIND`.
        if !self.comparison() {
            return true;
        }
        false
    }

    fn comparison(&mut self) -> bool {
        let operators = ["==", "!=", "<", ">", "<=", ">="];
        operators.into_iter().any(|operator| self.take(operator))
    }

    fn name(&mut self) -> Option<String> {
        let (first, rest) = self.rest.split_first()?;
        let is_name = first.starts_with(|c: char| c == '_' || c.is_ascii_alphabetic());
        is_name.then(|| {
            self.rest = rest;
            (*first).to_string()
        })
    }

    fn number(&mut self) -> Option<i64> {
        let is_negative = self.take("-");
        let (first, rest) = self.rest.split_first()?;
        let number = integer(first)?;
        self.rest = rest;
        Some(if is_negative { -number } else { number })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn macros(text: &str) -> Vec<String> {
        let file = SourceFile::new("a.c", text.as_bytes().to_vec());
        let (found, _) = alternatives(&file);
        let shown = |chain: &Alternatives| format!("{:?}", chain.macros);
        found.iter().map(shown).collect()
    }

    #[test]
    fn conditions_name_macros_and_numbers() {
        let text = "#ifdef A\na\n#elif B == 2 || !(defined(C) && C > 0x10)\nb\n#else\nc\n#endif\n";
        assert_eq!(macros(text), [r#"{"A": {}, "B": {2}, "C": {16}}"#]);
        assert_eq!(macros("#if A + 1 > B\na\n#endif\n"), ["{}"]);
        assert_eq!(
            macros("#if 1\na\n#if X\nb\n#endif\n#endif\n"),
            [r#"{"X": {0}}"#, "{}"]
        );
        assert_eq!(macros("#if A(3)\na\n#endif\n"), ["{}"]);
    }

    #[test]
    fn groups_are_those_of_the_unit() {
        let text = "#if A\na\n#else\nb\n#endif\nc\n";
        let file = SourceFile::new("a.c", text.as_bytes().to_vec());
        let (found, names) = alternatives(&file);
        let groups = found[0].groups.iter().map(|g| &text[g.range()]);
        assert_eq!(groups.collect::<Vec<_>>(), ["a", "b"]);
        assert!(found[0].has_else);
        assert!(names.contains("c") && !names.contains("A"));
    }
}
