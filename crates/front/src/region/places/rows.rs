//! Where pointers to rows are set in the user's file.

use crate::region::places::placer::{Placed, Placer};
use crate::region::places::{Reference, SubscriptPlace};
use crate::walk::draft::{DraftReference, DraftSubscript, Pointed};
use c::facts::refusal::Refusal;
use c::names::symbols::VarId;
use lang_c::ast::{DerivedDeclarator, PointerQualifier, TypeQualifier};
use scop::{AccessId, StmtId};
use source::Span;

impl Placer<'_, '_> {
    /// Whether the text of a reference remains valid without edits: an element through a pointer,
    /// or a pointer that is made from another pointer to the same row.
    pub(crate) fn follows(&self, reference: &DraftReference) -> bool {
        match &reference.pointed {
            Some(Pointed::Through(_)) => true,
            Some(Pointed::Sets { follows, .. }) => *follows,
            None => false,
        }
    }

    /// The accesses through the pointer that a reference sets, and through all pointers made from
    /// it.
    pub(crate) fn accesses_through(&self, reference: usize) -> Vec<AccessId> {
        let references = &self.walker.found.references;
        let leads_here = |index: usize| {
            let mut at = match &references[index].pointed {
                Some(Pointed::Through(sets)) => Some(*sets),
                _ => None,
            };
            while let Some(sets) = at.filter(|sets| *sets != reference) {
                at = match &references[sets].pointed {
                    Some(Pointed::Sets { from, .. }) => *from,
                    _ => None,
                };
            }
            at.is_some()
        };
        let through = (0..references.len()).filter(|index| leads_here(*index));
        let mut accesses: Vec<AccessId> = through
            .filter_map(|index| self.of_reference.get(&index))
            .flatten()
            .copied()
            .collect();
        accesses.sort_unstable();
        accesses
    }

    /// The places of a pointer's initialiser.
    pub(crate) fn row_reference(&mut self, index: usize) -> Placed<Reference> {
        let start = self.walker.found.references[index].name.start;
        let unusable_params = self.unusable(start);
        let loops = self.walker.found.references[index].loops.clone();
        let loops = loops.iter().map(|around| self.loop_place(around)).collect();
        let draft = &self.walker.found.references[index];
        let array = self.walker.source.symbols.variable(draft.array);
        let range = match &draft.pointed {
            Some(Pointed::Sets { whole, .. }) => self.trim(whole.clone()),
            _ => draft.name.clone(),
        };
        let whole = self.span(&array.name, range)?;
        if self.unit().holds_directive(whole) {
            return Err((Refusal::AcrossDirective, Some(start)));
        }
        let is_linear = self.walker.source.facts.type_of(array.id).rank().0 == 1;
        let subscripts = draft.subscripts.iter().map(|s| match is_linear {
            true => Ok(self.linear_subscript(whole, s)),
            false => self.subscript(&array.name, s),
        });
        Ok(Reference {
            whole,
            name_span: self.span(&array.name, draft.name.clone())?,
            statement: StmtId(draft.statement as u32),
            accesses: self.accesses_through(index),
            subscripts: subscripts.collect::<Placed<_>>()?,
            block: draft.block,
            unusable_params,
            loops,
            counters: draft.counters.clone(),
        })
    }

    /// An initialiser taken as a subscript.
    fn linear_subscript(&self, whole: Span, draft: &DraftSubscript) -> SubscriptPlace {
        SubscriptPlace {
            brackets: whole,
            expr_span: whole,
            expr: draft.spelled.clone(),
            split: draft.split.clone(),
            split_spans: self.split_spans(draft),
            is_operand: false,
            is_wide: draft.is_wide,
        }
    }

    /// The `restrict` qualifiers of pointers to rows of an array: after a fold, different elements
    /// may share a cell.
    pub(crate) fn restricts(&self, array: VarId) -> Placed<Vec<Span>> {
        let symbols = self.walker.source.symbols;
        let own = symbols
            .variables
            .iter()
            .filter(|v| self.walker.source.facts.row_of(v.id) == Some(array));
        let derived = own.filter_map(|v| Some((v, v.declarator?)));
        let derived = derived.flat_map(|(v, d)| d.node.derived.iter().map(move |d| (v, d)));
        let lists = derived.filter_map(|(v, d)| match &d.node {
            DerivedDeclarator::Pointer(list) => Some((v, list)),
            _ => None,
        });
        let all = lists.flat_map(|(v, list)| list.iter().map(move |q| (v, q)));
        let is_restrict = |q: &PointerQualifier| matches!(q, PointerQualifier::TypeQualifier(q) if q.node == TypeQualifier::Restrict);
        let places = all.filter(|(_, q)| is_restrict(&q.node));
        places
            .map(|(v, q)| self.span(&v.name, self.trim(v.base.range(q.span))))
            .collect()
    }
}
