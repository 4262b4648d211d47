//! Where an array is used in the user's file, and with which subscripts.

use crate::region::places::placer::{Placed, Placer};
use crate::region::places::{Reference, SubscriptPlace};
use crate::walk::draft::{DraftReference, DraftSubscript};
use c::facts::heap::Form;
use c::facts::refusal::Refusal;
use c::names::symbols::VarId;
use scop::StmtId;
use source::Span;
use std::ops::Range;

impl Placer<'_, '_> {
    pub(super) fn references(&mut self, id: VarId) -> Placed<Vec<Reference>> {
        let own = |(_, r): &(usize, &DraftReference)| r.array == id && !self.follows(r);
        let indices: Vec<usize> = self
            .walker
            .found
            .references
            .iter()
            .enumerate()
            .filter(own)
            .map(|(k, _)| k)
            .collect();
        let mut references = indices
            .into_iter()
            .map(|k| self.reference(k))
            .collect::<Placed<Vec<_>>>()?;
        references.sort_by_key(|r| r.name_span);
        Ok(references)
    }

    fn reference(&mut self, index: usize) -> Placed<Reference> {
        if self.walker.found.references[index].pointed.is_some() {
            return self.row_reference(index);
        }
        let start = self.walker.found.references[index].name.start;
        let unusable_params = self.unusable(start);
        let loops = self.walker.found.references[index].loops.clone();
        let loops = loops.iter().map(|around| self.loop_place(around)).collect();
        let draft = &self.walker.found.references[index];
        let spelling = &self.walker.source.symbols.variable(draft.array).name;
        if !draft.subscripts.is_empty() && !self.has_plain_operand(draft) {
            return Err((Refusal::Parenthesised, Some(start)));
        }
        let name_span = self.name(spelling, draft.name.clone())?;
        let subscripts = draft
            .subscripts
            .iter()
            .map(|s| self.subscript(spelling, s))
            .collect::<Placed<Vec<_>>>()?;
        let last = draft.subscripts.last();
        let end = last.map_or(draft.name.end, |s| s.brackets.end);
        let begin = match self.is_object(draft) {
            true => self.trim(draft.operand.clone()).start,
            false => start,
        };
        let whole = self.span(spelling, begin..end)?;
        if self.unit().holds_directive(whole) {
            return Err((Refusal::AcrossDirective, Some(start)));
        }
        let accesses = self.of_reference.get(&index).cloned().unwrap_or_default();
        let statement = StmtId(draft.statement as u32);
        Ok(Reference {
            whole,
            name_span,
            statement,
            accesses,
            subscripts,
            block: draft.block,
            unusable_params,
            loops,
            counters: draft.counters.clone(),
        })
    }

    /// Whether the array is used as `(*a)`.
    fn is_object(&self, draft: &DraftReference) -> bool {
        let variable = self.walker.source.symbols.variable(draft.array);
        let form = self
            .walker
            .source
            .facts
            .heap(variable.id)
            .map(|heap| heap.form);
        form == Some(Form::Object)
    }

    /// Whether a heap array that is used as `(*a)` is written exactly like that. True for other
    /// arrays.
    fn has_plain_operand(&self, draft: &DraftReference) -> bool {
        if !self.is_object(draft) {
            return true;
        }
        let text = self.unit().text.get(draft.operand.clone()).unwrap_or("");
        let words = source::words(text);
        let name = &self.walker.source.symbols.variable(draft.array).name;
        let plain = ["(", "*", name, ")"];
        words.iter().map(|word| word.text.as_str()).eq(plain)
    }

    pub(crate) fn subscript(&self, array: &str, draft: &DraftSubscript) -> Placed<SubscriptPlace> {
        let range = draft.brackets.clone();
        let brackets = self.brackets(array, range.clone())?;
        let inner = self.trim(range.start + 1..range.end.saturating_sub(1));
        Ok(SubscriptPlace {
            brackets,
            expr_span: self.span(array, inner.clone())?,
            expr: draft.spelled.clone(),
            split: draft.split.clone(),
            split_spans: self.split_spans(draft),
            is_operand: source::is_operand(self.unit().text.get(inner).unwrap_or("")),
            is_wide: draft.is_wide,
        })
    }

    /// The places of the digits of a linearised subscript, if all are written out.
    pub(crate) fn split_spans(&self, draft: &DraftSubscript) -> Option<Vec<Span>> {
        let unit = self.unit();
        let span = |part: &Range<usize>| unit.spelled_span(unit.tokens_in(self.bare(part.clone())));
        draft.digits.as_ref()?.iter().map(span).collect()
    }
}
