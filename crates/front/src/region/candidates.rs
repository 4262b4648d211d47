//! Which arrays may be folded: each use must be understood and stand in the user's file as it is.

use crate::region::places::{Candidate, DimPlace, Home, Reference, SizePlaces, SubscriptPlace};
use crate::values::evaluator::written;
use crate::values::original::OriginalArray;
use crate::values::shapes::{Dim, Shape};
use crate::walk::declarations::has_constants;
use crate::walk::draft::{Block, DraftReference, DraftSubscript};
use crate::walk::walker::Walker;
use c::facts::heap::Form;
use c::facts::refusal::Refusal;
use c::names::file::File;
use c::names::symbols::{Origin as Declared, VarId, Variable};
use c::names::types::Storage;
use poly::Expr;
use scop::{AccessId, ArrayId, StmtId, Subscript};
use source::{Origin, Span, Token, Unit};
use std::collections::HashMap;
use std::ops::Range;

/// Why an array stays, and the offset of the use that decided it.
pub(crate) type Verdict = Result<(), (Refusal, Option<usize>)>;

/// Judges an array by its uses.
pub(crate) fn judge(walker: &Walker<'_>, id: VarId, by_name: &HashMap<usize, usize>) -> Verdict {
    let mut uses = walker.source.facts.uses(id).to_vec();
    uses.sort_unstable();
    for at in uses {
        if let Some(refusal) = judge_use(walker, at, by_name) {
            return Err((refusal, Some(at)));
        }
    }
    Ok(())
}

fn judge_use(walker: &Walker<'_>, at: usize, by_name: &HashMap<usize, usize>) -> Option<Refusal> {
    if let Some(construct) = walker.source.symbols.hidden.get(&at) {
        return Some(Refusal::unread(construct));
    }
    if !walker.source.region.contains(&at) {
        return Some(Refusal::UsedOutsideRegion);
    }
    if let Some(refusal) = walker.found.refused.get(&at) {
        return Some(refusal.clone());
    }
    if let Some((_, what)) = walker
        .found
        .unanalysed
        .iter()
        .find(|(range, _)| range.contains(&at))
    {
        return Some(Refusal::UsedInUnanalysedCode(what.clone()));
    }
    if walker.found.understood.contains(&at) {
        return None;
    }
    let Some(reference) = by_name.get(&at) else {
        return Some(Refusal::UsedInUnanalysedCode(
            "an expression that is not evaluated".to_string(),
        ));
    };
    judge_subscripts(walker, &walker.found.references[*reference])
}

fn judge_subscripts(walker: &Walker<'_>, reference: &DraftReference) -> Option<Refusal> {
    let changing = reference.subscripts.iter().find(|s| s.steps);
    if let Some(subscript) = changing {
        let text = written(walker.source.unit, subscript.expr.clone());
        return Some(Refusal::SubscriptSteps(text));
    }
    let subscripts = reference.subscripts.iter();
    let mut whole = subscripts.filter(|s| !s.is_split && !s.is_opaque);
    whole.find_map(|subscript| match (&subscript.meaning, &subscript.spelled) {
        (Subscript::Affine(_), None) if subscript.only_as_written => None,
        (Subscript::Any, _) => Some(Refusal::SubscriptNotAffine(written(
            walker.source.unit,
            subscript.expr.clone(),
        ))),
        (Subscript::Affine(expr), None) => Some(Refusal::HiddenName(hidden_in(
            walker,
            expr,
            reference.name.start,
        ))),
        _ => None,
    })
}

fn hidden_in(walker: &Walker<'_>, expr: &Expr, at: usize) -> String {
    let mut hidden = String::new();
    expr.each_var(&mut |name| {
        if walker.eval.spelling(name, at).is_none() {
            hidden = name.to_string();
        }
    });
    hidden
}

/// Finds all places of an array; the error is a refusal and the offset it is about.
pub(crate) struct Placer<'w, 's> {
    /// What was read.
    pub walker: &'w mut Walker<'s>,
    /// For each reference the accesses that belong to it.
    pub of_reference: &'w HashMap<usize, Vec<AccessId>>,
    /// The file.
    pub file: &'w File<'w>,
    /// Index of the function.
    pub function: usize,
}

/// A result, or a refusal and the offset it is about.
pub(crate) type Placed<T> = Result<T, (Refusal, Option<usize>)>;

impl Placer<'_, '_> {
    /// The places of an array.
    pub(crate) fn candidate(
        &mut self,
        array: ArrayId,
        id: VarId,
        shape: &Shape,
    ) -> Placed<Candidate> {
        let variable = self.walker.source.symbols.variable(id);
        let (home, declared_at) = self.home(id)?;
        let (name_span, dims) = match home {
            Home::Parameter(_) => (self.nearest(variable.at.clone())?, Vec::new()),
            _ => {
                let bracketed = shape.dims.iter().filter(|dim| !dim.brackets.is_empty());
                let dims = bracketed.map(|dim| self.dim(&variable.name, dim));
                let dims = dims.collect::<Placed<Vec<_>>>()?;
                (self.name(&variable.name, variable.at.clone())?, dims)
            }
        };
        let mut unusable_params = self.unusable(declared_at);
        let (home, initialiser) = match self.walker.source.facts.heap(variable.id) {
            Some(heap) => {
                unusable_params.extend(self.unusable(heap.allocation.at.start));
                (Home::Heap(Box::new(self.heap(variable, heap)?)), None)
            }
            None => (home, self.initialiser(variable)?),
        };
        let references = self.references(id)?;
        let is_pointer = |r: &Reference| matches!(r.block, Some(Block::Rows { .. }));
        let restricts = match references.iter().any(is_pointer) {
            true => self.restricts(id)?,
            false => Vec::new(),
        };
        let is_automatic = match variable.origin {
            Declared::Local => variable.storage == Storage::Automatic,
            Declared::Parameter => true,
            Declared::Global(_) => false,
        };
        let temporary = self
            .walker
            .source
            .file_facts
            .temporaries
            .found
            .get(&(self.function, id));
        let opaque = self.opaque(id, shape);
        let is_spelled_out = dims.len() == self.walker.source.facts.type_of(variable.id).rank().0;
        let element_type = self.element_type_of(id).filter(|_| is_spelled_out);
        Ok(Candidate {
            original: OriginalArray::default(),
            narrowed: None,
            assumptions: Vec::new(),
            array,
            others: Vec::new(),
            spelling: variable.name.clone(),
            name_span,
            dims,
            initialiser,
            element_bytes: self
                .walker
                .source
                .facts
                .type_of(variable.id)
                .rank()
                .1
                .bytes(),
            element_type,
            references,
            unusable_params,
            axes: shape.axes(),
            opaque,
            declared: shape.dims.iter().filter_map(Dim::declared).collect(),
            may_be_vla: is_automatic
                && (variable.initializer.is_none()
                    || self.walker.source.facts.heap(variable.id).is_some()
                    || has_constants(self.walker.source.facts, variable)),
            is_static: variable.origin != Declared::Local || variable.storage == Storage::Static,
            statics: self.statics(id).map(Box::new),
            home,
            promised: temporary.is_some_and(|t| t.promised),
            initialised_to_zero: !has_constants(self.walker.source.facts, variable),
            cleared: self.cleared(id)?,
            allocated_by_row: self.walker.found.allocated_by_row.contains(&id),
            restricts,
        })
    }

    /// Sizes of calls that write the whole array.
    fn cleared(&self, id: VarId) -> Placed<Vec<SizePlaces>> {
        let variable = self.walker.source.symbols.variable(id);
        let own = self.walker.found.cleared.iter().filter(|c| c.array == id);
        let places = own.map(|clear| {
            let factors = clear.factors.iter().map(|f| self.factor(variable, f));
            Ok(SizePlaces {
                arguments: vec![self.span(&variable.name, self.trim(clear.argument.clone()))?],
                factors: factors.collect::<Placed<_>>()?,
                alignment: None,
            })
        });
        places.collect()
    }

    /// The texts in opaque dimensions, without the subscripts of the arrays in them: those are
    /// references of their own.
    fn opaque(&self, id: VarId, shape: &Shape) -> Vec<String> {
        let dims = shape.dims.iter().filter(|dim| dim.is_opaque);
        let sizes = dims.map(|dim| dim.size.clone());
        let mut own: Vec<&DraftReference> = self.walker.found.references.iter().collect();
        own.retain(|r| r.array == id);
        own.sort_by_key(|r| r.name.start);
        let subscripts = own.into_iter().flat_map(|r| &r.subscripts);
        let subscripts = subscripts.filter(|s| s.is_opaque).map(|s| s.expr.clone());
        sizes
            .chain(subscripts)
            .map(|range| self.without_subscripts(range))
            .collect()
    }

    /// The tokens of a range without the subscripts of the arrays that are followed.
    fn without_subscripts(&self, range: Range<usize>) -> String {
        let inside = |r: &&DraftReference| range.contains(&r.name.start) && r.pointed.is_none();
        let inside = self.walker.found.references.iter().filter(inside);
        let cuts = inside.filter_map(|r| {
            let (first, last) = (r.subscripts.first()?, r.subscripts.last()?);
            Some(first.brackets.start..last.brackets.end)
        });
        let mut cuts: Vec<Range<usize>> = cuts.collect();
        cuts.sort_by_key(|cut| cut.start);
        let mut text = String::new();
        let mut at = range.start;
        for cut in cuts {
            text.push_str(self.unit().text.get(at..cut.start).unwrap_or(""));
            at = at.max(cut.end);
        }
        text.push_str(self.unit().text.get(at..range.end).unwrap_or(""));
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Parameters that cannot be written at an offset.
    pub(crate) fn unusable(&mut self, at: usize) -> Vec<String> {
        let eval = &mut self.walker.eval;
        let params = eval.params.all.clone();
        params
            .into_iter()
            .filter(|p| !eval.is_usable(p, at))
            .map(|p| p.param.name)
            .collect()
    }

    fn references(&mut self, id: VarId) -> Placed<Vec<Reference>> {
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
        if !draft.subscripts.is_empty() && !self.stands_for_all(draft) {
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
        })
    }

    /// Whether the array is named `(*a)`.
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

    /// Whether a heap array that is named `(*a)` stands there as just that.
    fn stands_for_all(&self, draft: &DraftReference) -> bool {
        let operand = self.trim(draft.operand.clone());
        let text = self.unit().text.get(operand).unwrap_or("");
        let text: String = text.split_whitespace().collect();
        let name = &self.walker.source.symbols.variable(draft.array).name;
        !self.is_object(draft) || text == format!("(*{name})")
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

    /// Where the digits of a linearised subscript are written, if all are.
    pub(crate) fn split_spans(&self, draft: &DraftSubscript) -> Option<Vec<Span>> {
        let parts = draft.parts.pick(draft.split.as_ref()?)?;
        let unit = self.unit();
        let span = |part| unit.spelled_span(unit.tokens_in(self.bare(part)));
        parts.into_iter().map(span).collect()
    }

    fn dim(&self, array: &str, dim: &Dim) -> Placed<DimPlace> {
        let brackets = self.brackets(array, dim.brackets.clone())?;
        let size = self.span(array, dim.size.clone())?;
        if self.unit().holds_directive(brackets) {
            return Err((Refusal::AcrossDirective, Some(dim.brackets.start)));
        }
        Ok(DimPlace { brackets, size })
    }

    /// From `=` to the end of the initialiser.
    fn initialiser(&self, variable: &Variable<'_>) -> Placed<Option<Span>> {
        let (Some(declarator), Some(initializer)) = (variable.declarator, variable.initializer)
        else {
            return Ok(None);
        };
        let base = variable.base;
        let range = self.trim(base.range(declarator.span).end..base.range(initializer.span).end);
        let span = self.span(&variable.name, range.clone())?;
        if !self.unit().file.bytes_of(span).starts_with(b"=") {
            return Err(self.in_macro(&variable.name, range));
        }
        Ok(Some(span))
    }

    pub(crate) fn unit(&self) -> &Unit {
        self.walker.source.unit
    }

    fn name(&self, name: &str, range: Range<usize>) -> Placed<Span> {
        let span = self.span(name, range.clone())?;
        if self.unit().file.bytes_of(span) != name.as_bytes() {
            return Err(self.spelled_otherwise(name, range));
        }
        Ok(span)
    }

    /// Why the bytes that tokens stand for are not the tokens' own.
    fn spelled_otherwise(&self, array: &str, range: Range<usize>) -> (Refusal, Option<usize>) {
        let unit = self.unit();
        let is_written = |token: &Token| matches!(token.origin, Origin::Written(_));
        let tokens = &unit.tokens[unit.tokens_in(range.clone())];
        match tokens.iter().all(is_written) {
            true => (Refusal::UnusualSpelling, Some(range.start)),
            false => self.in_macro(array, range),
        }
    }

    /// Why tokens stand for no bytes of the file.
    fn out_of_place(&self, array: &str, range: Range<usize>) -> (Refusal, Option<usize>) {
        let unit = self.unit();
        let tokens = &unit.tokens[unit.tokens_in(range.clone())];
        match tokens.iter().any(|token| token.line == 0) {
            true => (Refusal::InIncludedFile, Some(range.start)),
            false => self.in_macro(array, range),
        }
    }

    /// Brackets that stand in the file as brackets.
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

    fn nearest(&self, range: Range<usize>) -> Placed<Span> {
        let start = range.start;
        let span = self.unit().nearest_span(range);
        span.ok_or((Refusal::NamedElsewhere, Some(start)))
    }

    pub(crate) fn span(&self, array: &str, range: Range<usize>) -> Placed<Span> {
        let span = self.unit().span_of(range.clone());
        span.map_err(|_| self.out_of_place(array, range))
    }

    /// A piece of an array comes out of a macro.
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

    /// A piece of text without the parentheses around all of it.
    fn bare(&self, range: Range<usize>) -> Range<usize> {
        let text = self.unit().text.get(range.clone()).unwrap_or("");
        let inner = source::inside_parentheses(text);
        let start = range.start + text.find(inner).unwrap_or(0);
        start..(start + inner.len())
    }

    /// The range without blanks at its ends.
    pub(crate) fn trim(&self, range: Range<usize>) -> Range<usize> {
        let text = self.unit().text.get(range.clone()).unwrap_or("");
        let start = range.start + (text.len() - text.trim_start().len());
        start..(start + text.trim().len())
    }
}
