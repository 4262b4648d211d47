//! Where the definition of a function is written.

use crate::text::Version;
use source::{Span, Unit};
use std::ops::Range;

/// The definition of a function in a text.
pub(super) struct Definition {
    /// From its first specifier to the end of its body.
    pub(super) whole: Span,
    /// Its name.
    pub(super) name: Span,
    /// Its body with the braces.
    pub(super) body: Span,
    /// Its tokens in the unit.
    pub(super) tokens: Range<usize>,
    /// The index among these of the brace that opens the body.
    pub(super) open: usize,
    /// Whether the declarations of parameters follow their list.
    pub(super) is_old_style: bool,
}

impl Definition {
    /// The definition of a function, if it is written in the file as a whole.
    pub(super) fn of(text: &Version, name: &str) -> Option<Self> {
        let unit = text.unit();
        let mut functions = text.program().contents().file.functions.iter();
        let function = functions.find(|f| f.name == name)?;
        let declaration = unit.declaration_at(function.range().start)?;
        let at = declaration.at.start as usize..declaration.at.end as usize;
        let body = function.base.range(function.definition.statement.span);
        let tokens = unit.tokens_in(at.clone());
        let open = unit.tokens_in(body.clone()).start - tokens.start;
        let name_at = function.name_at..function.name_at + name.len();
        let found = Definition {
            whole: unit.span_of(at).ok()?,
            name: unit.span_of(name_at).ok()?,
            body: unit.span_of(body).ok()?,
            tokens,
            open,
            is_old_style: !function.definition.declarations.is_empty(),
        };
        let is_plain = unit.file.slice(found.name) == name
            && unit.file.slice(found.body).starts_with('{')
            && found.whole.contains(found.name)
            && found.whole.contains(found.body);
        is_plain.then_some(found)
    }

    /// All before the body.
    pub(super) fn header(&self) -> Span {
        Span::new(self.whole.start, self.body.start)
    }

    /// The spellings of the tokens from an index on; `None` where only the compiler knows it.
    pub(super) fn words<'u>(&self, unit: &'u Unit, from: usize) -> Vec<Option<&'u str>> {
        let tokens = &unit.tokens[self.tokens.clone()];
        let words = tokens.iter().skip(from);
        words
            .map(|token| (!token.is_builtin).then(|| unit.token_text(token)))
            .collect()
    }
}
