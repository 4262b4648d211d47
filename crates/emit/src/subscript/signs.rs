//! Whether new subscripts compute with signed and unsigned numbers together where the old ones do
//! not: compilers warn of that.

use crate::context::Context;
use crate::subscript::index::value;
use crate::subscript::row::RowPlan;
use crate::subscript::types::{Signed, mix_signs};
use front::{Reference, SubscriptPlace};
use poly::Expr;

/// Whether some reference mixes signs in its new subscripts but not in its old ones.
pub(crate) fn are_newly_mixed(context: &Context, rows: &[RowPlan]) -> bool {
    let references = context.fold.candidate.references.iter();
    let mut references = references.filter(|r| r.block.is_none());
    references.any(|reference| {
        let mut computed = rows.iter().filter(|row| is_computed(row));
        let is_mixed = computed.any(|row| is_mixed(context, row, reference));
        is_mixed && !was_mixed(context, reference)
    })
}

/// Whether a row computes more than `y % 3` and `y - 1`.
fn is_computed(row: &RowPlan) -> bool {
    let is_number = |e: &Expr| e.as_constant().is_some();
    row.row.axis().is_none() || !is_number(&row.offset) || row.wraps && !is_number(&row.divisor)
}

fn is_mixed(context: &Context, row: &RowPlan, reference: &Reference) -> bool {
    let Ok(value) = value(context, row, reference) else {
        return false;
    };
    let sums = [&value, if row.wraps { &row.divisor } else { &value }];
    mix_signs(context, reference, sums, Signed::ForCompilers)
}

fn was_mixed(context: &Context, reference: &Reference) -> bool {
    let sums = |place: &SubscriptPlace| -> Vec<Expr> {
        let digits = place.split.iter().flatten().flatten();
        place.expr.iter().chain(digits).cloned().collect()
    };
    let mut places = reference.subscripts.iter().map(sums);
    places.any(|sums| mix_signs(context, reference, &sums, Signed::ForCompilers))
}
