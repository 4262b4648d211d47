//! Dimensions with a subscript that is not affine: `t[i][at[j]]`. The array is then followed by the
//! other dimensions alone. An element of the scop is then a whole slice, `t[i][...]`, and a write
//! to it is a may-write. The subscripts of such a dimension and its size remain as they are.
//!
//! Assumes: equal text has equal values where all reads before it find theirs. The proof therefore
//! compares the texts of these subscripts before and after the fold.

use crate::values::shapes::{Dim, Shape};
use crate::walk::walker::Walker;
use c::facts::heap::Form;
use c::names::symbols::{Origin, VarId};
use scop::{AccessKind, Certainty, Subscript};

/// Removes the opaque dimensions of an array from its accesses, if it has others too or `or_all` is
/// set.
pub(crate) fn leave_out(walker: &mut Walker<'_>, array: VarId, shape: &mut Shape, or_all: bool) {
    let opaque: Vec<bool> = (0..shape.dims.len())
        .map(|dim| is_opaque(walker, array, dim))
        .collect();
    let count = opaque.iter().filter(|o| **o).count();
    let is_plain = |dim: &Dim| dim.split.is_none() && dim.declared().is_some();
    let variable = walker.source.symbols.variable(array);
    let mut references = walker.found.references.iter().filter(|r| r.array == array);
    let in_blocks = references.any(|r| r.block.is_some());
    let heap = walker.source.facts.heap(variable.id);
    let has_rows = heap.is_none_or(|heap| heap.form == Form::Rows);
    let is_own = variable.origin == Origin::Local && has_rows && !in_blocks;
    let is_plain = is_own && shape.dims.iter().all(is_plain);
    if count == 0 || !is_plain || (count == opaque.len() && !or_all) {
        return;
    }
    for (dim, opaque) in shape.dims.iter_mut().zip(&opaque) {
        dim.is_opaque = *opaque;
    }
    for reference in walker
        .found
        .references
        .iter_mut()
        .filter(|r| r.array == array)
    {
        for (subscript, opaque) in reference.subscripts.iter_mut().zip(&opaque) {
            subscript.is_opaque = *opaque;
        }
    }
    let accesses = walker
        .found
        .statements
        .iter_mut()
        .flat_map(|s| &mut s.accesses);
    for access in accesses.filter(|a| a.array == array) {
        let mut dims = opaque.iter();
        access.subscripts.retain(|_| dims.next() == Some(&false));
        if access.kind == AccessKind::Write && !access.many {
            access.certainty = Certainty::May;
        }
    }
}

fn is_opaque(walker: &Walker<'_>, array: VarId, dim: usize) -> bool {
    let mut own = walker.found.references.iter().filter(|r| r.array == array);
    own.any(|r| {
        let subscript = r.subscripts.get(dim);
        subscript.is_some_and(|s| s.meaning == Subscript::Any && !s.is_split)
    })
}
