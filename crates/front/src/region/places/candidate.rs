//! All places of an array in the user's file: its declaration, and each use of it.

use crate::region::places::placer::{Placed, Placer};
use crate::region::places::{Candidate, DimPlace, Home, Reference, SizePlaces};
use crate::values::original::OriginalArray;
use crate::values::shapes::{Dim, Shape};
use crate::walk::declarations::has_constants;
use crate::walk::draft::{Block, DraftReference};
use c::facts::heap::Form;
use c::facts::refusal::Refusal;
use c::names::symbols::{Origin as Declared, VarId, Variable};
use c::names::types::Storage;
use scop::ArrayId;
use source::Span;
use std::ops::Range;

/// The declaration of an array, and the code that sets up its storage.
struct Declaration {
    home: Home,
    name_span: Span,
    dims: Vec<DimPlace>,
    initialiser: Option<Span>,
    unusable_params: Vec<String>,
}

impl Placer<'_, '_> {
    /// The places of an array.
    pub(crate) fn candidate(
        &mut self,
        array: ArrayId,
        id: VarId,
        shape: &Shape,
    ) -> Placed<Candidate> {
        let variable = self.walker.source.symbols.variable(id);
        let declaration = self.declaration(id, shape)?;
        let references = self.references(id)?;
        let is_pointer = |r: &Reference| matches!(r.block, Some(Block::Rows { .. }));
        let restricts = match references.iter().any(is_pointer) {
            true => self.restricts(id)?,
            false => Vec::new(),
        };
        let source = &self.walker.source;
        let temporaries = &source.file_facts.temporaries;
        let temporary = temporaries.found.get(&(self.function, id));
        let (rank, element) = source.facts.type_of(variable.id).rank();
        let is_spelled_out = declaration.dims.len() == rank;
        Ok(Candidate {
            original: OriginalArray::default(),
            narrowed: None,
            assumptions: Vec::new(),
            array,
            others: Vec::new(),
            spelling: variable.name.clone(),
            name_span: declaration.name_span,
            dims: declaration.dims,
            initialiser: declaration.initialiser,
            element_bytes: element.bytes(),
            element_type: self.element_type_of(id).filter(|_| is_spelled_out),
            references,
            unusable_params: declaration.unusable_params,
            axes: shape.axes(),
            opaque: self.opaque(id, shape),
            declared: shape.dims.iter().filter_map(Dim::declared).collect(),
            may_be_vla: self.may_be_vla(variable),
            is_static: variable.origin != Declared::Local || variable.storage == Storage::Static,
            statics: self.statics(id).map(Box::new),
            home: declaration.home,
            promised: temporary.is_some_and(|t| t.promised),
            initialised_to_zero: !has_constants(source.facts, variable),
            cleared: self.cleared(id)?,
            allocated_by_row: self.walker.found.allocated_by_row.contains(&id),
            restricts,
        })
    }

    fn declaration(&mut self, id: VarId, shape: &Shape) -> Placed<Declaration> {
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
        let heap = self.walker.source.facts.heap(variable.id);
        // The declaration of a flat pointer has no sizes.
        let is_sized = heap.is_none_or(|heap| heap.form != Form::Flat);
        let mut unusable_params = match is_sized {
            true => self.unusable(declared_at),
            false => Vec::new(),
        };
        let (home, initialiser) = match heap {
            Some(heap) => {
                unusable_params.extend(self.unusable(heap.allocation.at.start));
                (Home::Heap(Box::new(self.heap(variable, heap)?)), None)
            }
            None => (home, self.initialiser(variable)?),
        };
        Ok(Declaration {
            home,
            name_span,
            dims,
            initialiser,
            unusable_params,
        })
    }

    /// Whether the storage is automatic, and a size in the declaration may depend on variables.
    fn may_be_vla(&self, variable: &Variable<'_>) -> bool {
        let facts = self.walker.source.facts;
        let is_automatic = match variable.origin {
            Declared::Local => variable.storage == Storage::Automatic,
            Declared::Parameter => true,
            Declared::Global(_) => false,
        };
        is_automatic
            && (variable.initializer.is_none()
                || facts.heap(variable.id).is_some()
                || has_constants(facts, variable))
    }

    /// Sizes of `memset` calls that write the whole array.
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

    /// The texts of opaque dimensions, without the subscripts of the arrays in them: those are
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

    /// The text of a range without the subscripts of the followed arrays in it.
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
}
