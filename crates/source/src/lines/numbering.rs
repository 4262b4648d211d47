//! The numbers that `#line` directives give to the lines of the main file.

use crate::text::file::SourceFile;
use crate::tokens::layout::{Layout, LineKind};
use crate::tokens::symbols::Symbols;

/// The places where the numbers of lines start anew.
#[derive(Default)]
pub(crate) struct Numbering {
    /// The line after each directive, and its number if the directive names no macro.
    starts: Vec<(u32, Option<u32>)>,
}

impl Numbering {
    /// Reads the directives among the `active` lines.
    pub(crate) fn new(
        file: &SourceFile,
        layout: &Layout,
        active: &[bool],
        symbols: &Symbols,
    ) -> Numbering {
        let kinds = layout.kinds.iter().zip(active).enumerate();
        let directives = kinds.filter(|(_, (kind, seen))| **kind == LineKind::LineNumber && **seen);
        let start = |(line, _)| {
            let words = layout.tokens(line).iter().skip(1);
            let words = words.map(|token| symbols.text(token.symbol));
            let number = words.into_iter().find(|word| *word != "line");
            let end = layout.lexing.lines[line].span.end;
            let next = file.line_index(end) as u32 + 2;
            (next, number.and_then(|number| number.parse().ok()))
        };
        Numbering {
            starts: directives.map(start).collect(),
        }
    }

    /// The value of `__LINE__` on a line of the file; `None` without a directive before it.
    pub(crate) fn number(&self, line: u32) -> Option<Number> {
        let after = self.starts.partition_point(|(start, _)| *start <= line);
        let (start, number) = self.starts[after.checked_sub(1)?];
        Some(match number {
            Some(number) => Number::Known(number.wrapping_add(line - start)),
            None => Number::Unknown(format!("__LINE__{line}")),
        })
    }
}

/// The value of `__LINE__`.
pub(crate) enum Number {
    Known(u32),
    /// A macro decides the value: an identifier that occurs nowhere else.
    Unknown(String),
}
