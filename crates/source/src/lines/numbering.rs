//! The numbers that `#line` directives give to the lines of the main file.

use crate::text::file::SourceFile;
use crate::tokens::layout::{Layout, LineKind};
use crate::tokens::symbols::Symbols;

/// Where lines are counted anew.
#[derive(Default)]
pub(crate) struct Numbering {
    /// The line after each directive, and its number if the directive says it without macros.
    starts: Vec<(u32, Option<u32>)>,
}

impl Numbering {
    /// By the directives among the `active` lines.
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

    /// What `__LINE__` is on a line of the file; a name that nobody knows if a macro decides that.
    /// `None` where no directive counts.
    pub(crate) fn number(&self, line: u32) -> Option<Number> {
        let after = self.starts.partition_point(|(start, _)| *start <= line);
        let (start, number) = self.starts[after.checked_sub(1)?];
        Some(match number {
            Some(number) => Number::Known(number.wrapping_add(line - start)),
            None => Number::Unknown(format!("__LINE__{line}")),
        })
    }
}

/// What `__LINE__` is.
pub(crate) enum Number {
    Known(u32),
    /// Nobody knows: an identifier of its own.
    Unknown(String),
}
