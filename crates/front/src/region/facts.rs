//! Facts that a region shows of its arrays: the subscripts of each reference are in their dimensions.

use crate::region::build::Built;
use crate::values::facts::ArrayFacts;
use crate::walk::walker::Walker;
use c::names::symbols::VarId;
use poly::Expr;
use scop::{Access, Scop, Subscript};

/// What the references to an array say.
pub(crate) fn of_array(walker: &Walker<'_>, id: VarId, built: &Built) -> ArrayFacts {
    ArrayFacts {
        inside: of_references(walker, id, built),
        ..ArrayFacts::of(walker.source.symbols, id)
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

/// Each affine subscript lies in its dimension.
fn inside(scop: &Scop, access: &Access) -> Vec<Expr> {
    let shape = &scop.array(access.array).shape;
    let bounds = access.subscripts.iter().zip(shape);
    let bounds = bounds.flat_map(|(subscript, extent)| match subscript {
        Subscript::Affine(e) => {
            let below = |extent: &Expr| extent.clone() - e.clone() - Expr::constant(1);
            vec![Some(e.clone()), extent.as_ref().map(below)]
        }
        Subscript::Modulo { .. } | Subscript::Any => Vec::new(),
    });
    let bounds = bounds.flatten();
    bounds.filter(|e| e.as_constant().is_none()).collect()
}
