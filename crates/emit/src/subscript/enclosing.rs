//! The loops around a reference.

use front::{LoopPlace, Reference};
use poly::Expr;

/// The innermost loop around a reference whose iterator an expression mentions, with its depth.
pub(crate) fn loop_of<'r>(reference: &'r Reference, expr: &Expr) -> Option<(usize, &'r LoopPlace)> {
    let used = |at: &Option<LoopPlace>| at.as_ref().is_some_and(|l| expr.mentions(&l.iterator));
    let depth = reference.loops.iter().rposition(used)?;
    Some((depth, reference.loops[depth].as_ref()?))
}

/// The innermost loop around a reference, if something may be declared in its body.
pub(crate) fn innermost(reference: &Reference) -> Option<&LoopPlace> {
    reference.loops.last()?.as_ref()
}
