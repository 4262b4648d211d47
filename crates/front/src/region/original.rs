//! What the reader of a folded text must know about the original's regions.

use crate::region::build::Built;
use crate::region::places::{Candidate, Region};
use crate::region::windows;
use crate::values::original::{Original, OriginalArray};
use crate::walk::walker::Walker;
use c::names::symbols::VarId;
use poly::Expr;
use scop::{Access, Scop, Subscript};

impl Region {
    /// The region as the reader of a folded text knows it. `name` gives the name of a candidate in
    /// that text, by its index, if it differs.
    pub fn original(&self, name: impl Fn(usize) -> Option<String>) -> Original {
        let array = |(place, candidate): (usize, &Candidate)| match name(place) {
            Some(name) if name != candidate.original.name => OriginalArray {
                name,
                rank: 0,
                ..candidate.original.clone()
            },
            _ => candidate.original.clone(),
        };
        Original {
            function: self.function.clone(),
            ordinal: self.ordinal,
            params: self.scop.params.iter().map(|p| p.name.clone()).collect(),
            known: self.known.clone(),
            fixed_macros: self.fixed_macros.iter().map(|m| m.name.clone()).collect(),
            flat: self.flat.clone(),
            united: self.united.clone(),
            arrays: self.candidates.iter().enumerate().map(array).collect(),
        }
    }
}

/// An array as the reader of a folded text knows it.
pub(crate) fn of_array(walker: &Walker<'_>, id: VarId, built: &Built) -> OriginalArray {
    OriginalArray {
        name: walker.source.symbols.variable(id).name.clone(),
        rank: walker.source.symbols.rank(id),
        is_set: {
            let variable = walker.source.symbols.variable(id);
            variable.initializer.is_some() && walker.source.facts.heap(id).is_none()
                || walker
                    .source
                    .facts
                    .heap(id)
                    .is_some_and(|heap| heap.allocation.zeroed)
        },
        inside: of_references(walker, id, built),
        is_shifted: windows::is_shifted(walker, id),
    }
}

fn of_references(walker: &Walker<'_>, id: VarId, built: &Built) -> Vec<Vec<Expr>> {
    let references = walker.found.references.iter().enumerate();
    let own = references.filter(|(_, r)| r.array == id);
    own.map(|(k, _)| {
        let accesses = built.of_reference.get(&k).map_or(&[][..], Vec::as_slice);
        let mut accesses = accesses.iter().map(|id| built.scop.access(*id));
        match accesses.next() {
            Some(first) if accesses.all(|a| a.subscripts == first.subscripts) => {
                inside(&built.scop, first)
            }
            _ => Vec::new(),
        }
    })
    .collect()
}

/// Conditions for each affine subscript to be in its dimension, as expressions that are not
/// negative.
fn inside(scop: &Scop, access: &Access) -> Vec<Expr> {
    let shape = &scop.array(access.array).shape;
    let bounds = access.subscripts.iter().zip(shape);
    let bounds = bounds.flat_map(|(subscript, extent)| match subscript {
        Subscript::Affine(e) => {
            let below = |extent: &Expr| extent.clone() - e.clone() - Expr::constant(1);
            vec![Some(e.clone()), extent.as_ref().map(below)]
        }
        Subscript::Modulo { .. } | Subscript::Address { .. } | Subscript::Any => Vec::new(),
    });
    let bounds = bounds.flatten();
    bounds.filter(|e| e.as_constant().is_none()).collect()
}
