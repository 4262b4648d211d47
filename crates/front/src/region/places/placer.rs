//! From ranges of the unit's text to bytes of the user's file, or the reason why a range has none.

use crate::walk::walker::Walker;
use c::facts::refusal::Refusal;
use c::names::file::File;
use scop::AccessId;
use source::{Origin, Span, Token, Unit};
use std::collections::HashMap;
use std::ops::Range;

/// Finds the places of the arrays of a region.
pub(crate) struct Placer<'w, 's> {
    /// The region as it was read.
    pub walker: &'w mut Walker<'s>,
    /// The accesses of each reference.
    pub of_reference: &'w HashMap<usize, Vec<AccessId>>,
    /// The names of the file.
    pub file: &'w File<'w>,
    /// Index of the function.
    pub function: usize,
}

/// A result, or a refusal and the offset that it refers to.
pub(crate) type Placed<T> = Result<T, (Refusal, Option<usize>)>;

impl Placer<'_, '_> {
    pub(crate) fn unit(&self) -> &Unit {
        self.walker.source.unit
    }

    pub(crate) fn span(&self, array: &str, range: Range<usize>) -> Placed<Span> {
        let span = self.unit().span_of(range.clone());
        span.map_err(|_| self.out_of_place(array, range))
    }

    pub(super) fn nearest(&self, range: Range<usize>) -> Placed<Span> {
        let start = range.start;
        let span = self.unit().nearest_span(range);
        span.ok_or((Refusal::NamedElsewhere, Some(start)))
    }

    pub(super) fn name(&self, name: &str, range: Range<usize>) -> Placed<Span> {
        let span = self.span(name, range.clone())?;
        // The declaration of a member that is an object of its own names the whole object.
        let object = name.split_once('.').map_or(name, |(object, _)| object);
        let bytes = self.unit().file.bytes_of(span);
        match bytes == name.as_bytes() || bytes == object.as_bytes() {
            true => Ok(span),
            false => Err(self.spelled_otherwise(name, range)),
        }
    }

    /// Brackets that are also brackets in the user's file.
    pub(crate) fn brackets(&self, array: &str, range: Range<usize>) -> Placed<Span> {
        let range = self.trim(range);
        let text = self.unit().text.get(range.clone()).unwrap_or("");
        if text.starts_with("<:") || text.ends_with(":>") {
            return Err((Refusal::UnusualSpelling, Some(range.start)));
        }
        if !(text.starts_with('[') && text.ends_with(']')) {
            return Err((Refusal::Parenthesised, Some(range.start)));
        }
        let span = self.span(array, range.clone())?;
        let bytes = self.unit().file.bytes_of(span);
        if !(bytes.starts_with(b"[") && bytes.ends_with(b"]")) {
            return Err(self.spelled_otherwise(array, range));
        }
        Ok(span)
    }

    /// The range without white space at its ends.
    pub(crate) fn trim(&self, range: Range<usize>) -> Range<usize> {
        let text = self.unit().text.get(range.clone()).unwrap_or("");
        let start = range.start + (text.len() - text.trim_start().len());
        start..(start + text.trim().len())
    }

    /// A range without the parentheses that enclose all of it.
    pub(super) fn bare(&self, range: Range<usize>) -> Range<usize> {
        let text = self.unit().text.get(range.clone()).unwrap_or("");
        let inner = source::inside_parentheses(text);
        let start = range.start + text.find(inner).unwrap_or(0);
        start..(start + inner.len())
    }

    /// The refusal of an array that a macro produces in part.
    pub(crate) fn in_macro(&self, array: &str, range: Range<usize>) -> (Refusal, Option<usize>) {
        let unit = self.unit();
        let mut tokens = unit.tokens[unit.tokens_in(range.clone())].iter();
        let name = tokens.find_map(|token| Some(token.invocation()?.1.to_string()));
        let refusal = Refusal::InMacro {
            array: array.to_string(),
            macro_name: name,
        };
        (refusal, Some(range.start))
    }

    /// Why tokens have no bytes in the file.
    fn out_of_place(&self, array: &str, range: Range<usize>) -> (Refusal, Option<usize>) {
        let unit = self.unit();
        let tokens = &unit.tokens[unit.tokens_in(range.clone())];
        match tokens.iter().any(|token| token.line == 0) {
            true => (Refusal::InIncludedFile, Some(range.start)),
            false => self.in_macro(array, range),
        }
    }

    /// Why the bytes of tokens differ from the tokens' spelling.
    fn spelled_otherwise(&self, array: &str, range: Range<usize>) -> (Refusal, Option<usize>) {
        let unit = self.unit();
        let is_written = |token: &Token| matches!(token.origin, Origin::Written(_));
        let tokens = &unit.tokens[unit.tokens_in(range.clone())];
        match tokens.iter().all(is_written) {
            true => (Refusal::UnusualSpelling, Some(range.start)),
            false => self.in_macro(array, range),
        }
    }

    /// Names of parameters that cannot be used at an offset.
    pub(crate) fn unusable(&mut self, at: usize) -> Vec<String> {
        let eval = &mut self.walker.eval;
        let params = eval.params.all.clone();
        params
            .into_iter()
            .filter(|p| !eval.is_usable(p, at))
            .map(|p| p.param.name)
            .collect()
    }
}
