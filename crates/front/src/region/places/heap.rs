//! Where a heap array is set up in the user's file: pointer, casts, size of the allocation.

use crate::region::places::placer::{Placed, Placer};
use crate::region::places::{CastPlace, DimPlace, FactorPlace, HeapPlaces, Removal, SizePlaces};
use crate::values::shapes::heap_size::{Factor, FactorKind};
use c::facts::heap::{Form, Heap};
use c::facts::refusal::{PointerProblem, Refusal};
use c::names::symbols::Variable;
use c::syntax::declarators::row_dims;
use lang_c::ast::{Declarator, DeclaratorKind, DerivedDeclarator};
use lang_c::span::Node;
use source::Span;
use std::ops::Range;

impl Placer<'_, '_> {
    /// The places of a heap array beside its accesses.
    pub(crate) fn heap(&mut self, variable: &Variable<'_>, heap: &Heap<'_>) -> Placed<HeapPlaces> {
        let declarator = variable.declarator.map(|d| &d.node);
        let rows = match heap.form {
            Form::Flat => None,
            Form::Rows | Form::Object => declarator.and_then(row_declarator),
        };
        let parentheses = match rows {
            Some(inner) => Some(self.parentheses(variable, inner)?),
            None => None,
        };
        let size = &heap.allocation.size;
        let arguments = size.iter().map(|e| self.piece(variable, e.span));
        Ok(HeapPlaces {
            form: heap.form,
            parentheses,
            casts: self.casts(variable, heap)?,
            size: SizePlaces {
                arguments: arguments.collect::<Placed<_>>()?,
                factors: self.factors(variable, heap)?,
                alignment: self.alignment(heap)?,
            },
            removal: self.removal(variable, heap),
        })
    }

    fn piece(&self, variable: &Variable<'_>, span: lang_c::span::Span) -> Placed<Span> {
        let range = self.walker.source.base.range(span);
        self.span(&variable.name, self.trim(range))
    }

    /// `(` and `)` around the `*a` of a declarator.
    fn parentheses(&self, variable: &Variable<'_>, inner: &Node<Declarator>) -> Placed<[Span; 2]> {
        let place = self.piece(variable, inner.span)?;
        let bytes = &self.unit().file.bytes;
        let (start, end) = (place.start as usize, place.end as usize);
        let is_open = |at: usize| bytes.get(at) == Some(&b'(');
        let is_close = |at: usize| bytes.get(at) == Some(&b')');
        let at = |k: usize| Span {
            start: k as u32,
            end: k as u32 + 1,
        };
        match (is_open(start), is_close(end.saturating_sub(1))) {
            (true, true) => Ok([at(start), at(end - 1)]),
            _ if start > 0 && is_open(start - 1) && is_close(end) => Ok([at(start - 1), at(end)]),
            _ => Err((Refusal::Parenthesised, Some(variable.at.start))),
        }
    }

    fn casts(&self, variable: &Variable<'_>, heap: &Heap<'_>) -> Placed<Vec<CastPlace>> {
        let mut places = Vec::new();
        for cast in &heap.allocation.casts {
            let Some(declarator) = &cast.node.declarator else {
                continue;
            };
            let Some(dims) = row_dims(&declarator.node) else {
                if heap.form != Form::Flat && is_pointer_to_type(&declarator.node) {
                    let at = self.walker.source.base.range(cast.span).start;
                    return Err((Refusal::Pointer(PointerProblem::TypedefRow), Some(at)));
                }
                continue;
            };
            let Some(inner) = row_declarator(&declarator.node) else {
                continue;
            };
            let dims = dims.iter().map(|d| self.cast_dim(variable, d));
            places.push(CastPlace {
                parentheses: self.parentheses(variable, inner)?,
                dims: dims.collect::<Placed<_>>()?,
            });
        }
        Ok(places)
    }

    fn cast_dim(
        &self,
        variable: &Variable<'_>,
        derived: &Node<DerivedDeclarator>,
    ) -> Placed<DimPlace> {
        let brackets =
            self.brackets(&variable.name, self.walker.source.base.range(derived.span))?;
        let inner = Span {
            start: brackets.start + 1,
            end: brackets.end.saturating_sub(1),
        };
        Ok(DimPlace {
            brackets,
            size: inner,
        })
    }

    fn factors(&mut self, variable: &Variable<'_>, heap: &Heap<'_>) -> Placed<Vec<FactorPlace>> {
        let at = heap.allocation.at.start;
        let found = self.walker.eval.heap_factors(variable, heap);
        let found = found.ok_or((Refusal::UnknownShape, Some(at)))?;
        found.iter().map(|f| self.factor(variable, f)).collect()
    }

    pub(crate) fn factor(&self, variable: &Variable<'_>, factor: &Factor) -> Placed<FactorPlace> {
        let name = &variable.name;
        let whole = match factor.kind {
            FactorKind::Dimension => self.brackets(name, factor.whole.clone())?,
            _ => self.span(name, self.trim(factor.whole.clone()))?,
        };
        Ok(FactorPlace {
            kind: factor.kind,
            argument: factor.argument,
            whole,
            number: self.span(name, self.trim(factor.number.clone()))?,
            count: factor.count.clone(),
            is_wide: factor.is_wide,
        })
    }

    /// The alignment, of which the size must be a multiple.
    fn alignment(&mut self, heap: &Heap<'_>) -> Placed<Option<i64>> {
        let Some(alignment) = heap.allocation.alignment else {
            return Ok(None);
        };
        let value = self.walker.eval.polynomial(alignment);
        let number = value.and_then(|v| v.expr.as_constant());
        let at = self.walker.source.base.range(alignment.span).start;
        let problem = || (Refusal::Pointer(PointerProblem::Alignment), Some(at));
        number.filter(|n| *n > 0).map(Some).ok_or_else(problem)
    }

    /// The places to remove for the pointer to become a plain variable, if they can be removed.
    fn removal(&self, variable: &Variable<'_>, heap: &Heap<'_>) -> Option<Removal> {
        let sets_zero = heap.allocation.zeroed;
        let is_own = |at: usize| {
            let id = self.walker.source.symbols.variable_at(at);
            id.is_some_and(|id| self.walker.source.symbols.variable(id).at == variable.at)
        };
        let mut references = self.walker.found.references.iter();
        let in_blocks = references.any(|r| r.block.is_some() && is_own(r.name.start));
        if in_blocks || !heap.removable || (sets_zero && !heap.initialises) {
            return None;
        }
        let mut lines = Vec::new();
        for part in &heap.parts {
            lines.push(self.whole_lines(part.at.clone())?);
        }
        let declarator = self.pointer_declarator(variable, heap)?;
        Some(Removal {
            declarator,
            sets_zero,
            lines,
        })
    }

    /// From the `*` that makes it a pointer to the end of the initialiser.
    fn pointer_declarator(&self, variable: &Variable<'_>, heap: &Heap<'_>) -> Option<Span> {
        let base = self.walker.source.base;
        let declarator = variable.declarator?;
        let range = base.range(declarator.span);
        let start = match heap.form {
            Form::Flat => {
                let plain = matches!(declarator.node.kind.node, DeclaratorKind::Identifier(_));
                let last = declarator.node.derived.last().filter(|_| plain)?;
                let is_pointer = matches!(last.node, DerivedDeclarator::Pointer(_));
                is_pointer.then(|| base.range(last.span).start)?
            }
            Form::Rows | Form::Object => range.start,
        };
        let end = variable
            .initializer
            .map_or(range.end, |i| base.range(i.span).end);
        let place = self.unit().span_of(self.trim(start..end)).ok()?;
        (!self.unit().holds_directive(place)).then_some(place)
    }

    /// The lines of a statement, if they contain nothing else and no pragma above refers to it.
    fn whole_lines(&self, range: Range<usize>) -> Option<Span> {
        let unit = self.unit();
        let range = self.trim(range);
        if unit.pragmas.iter().any(|p| p.at as usize == range.start) {
            return None;
        }
        let place = unit.span_of(range).ok()?;
        let bytes = &unit.file.bytes;
        let is_blank = |b: &u8| matches!(b, b' ' | b'\t' | b'\r');
        let before = &bytes[..place.start as usize];
        let indent = before.iter().rev().take_while(|b| is_blank(b)).count();
        let start = before.len() - indent;
        let behind = &bytes[place.end as usize..];
        let trailing = behind.iter().take_while(|b| is_blank(b)).count();
        let starts_line = start == 0 || bytes[start - 1] == b'\n';
        let ends_line = behind.get(trailing) == Some(&b'\n');
        let lines = Span {
            start: start as u32,
            end: place.end + trailing as u32 + 1,
        };
        (starts_line && ends_line && !unit.holds_directive(lines)).then_some(lines)
    }
}

/// The `*a` of `(*a)[m]`.
fn row_declarator(declarator: &Declarator) -> Option<&Node<Declarator>> {
    row_dims(declarator)?;
    match &declarator.kind.node {
        DeclaratorKind::Declarator(inner) => Some(inner),
        _ => None,
    }
}

/// Whether a declarator is `*` alone.
fn is_pointer_to_type(declarator: &Declarator) -> bool {
    matches!(
        declarator.derived.as_slice(),
        [Node {
            node: DerivedDeclarator::Pointer(_),
            ..
        }]
    )
}
