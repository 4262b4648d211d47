//! Whether new subscripts compute with signed and unsigned numbers together where the old ones do not: compilers warn
//! of that.

use crate::plan::{Context, EmitError, RowPlan};
use crate::reference::value;
use crate::types;
use front::{Reference, SubscriptPlace};
use poly::Expr;
use scop::{IntType, Param, ParamKind};

/// Which kinds of variables an expression has.
#[derive(Clone, Copy, Default)]
struct Signs {
    signed: bool,
    unsigned: bool,
}

/// Whether some reference mixes signs now, and did not before.
pub(crate) fn are_mixed(context: &Context, rows: &[RowPlan]) -> Result<bool, EmitError> {
    let references = context.fold.candidate.references.iter();
    for reference in references.filter(|r| r.block.is_none()) {
        for row in rows.iter().filter(|row| is_computed(row)) {
            let Ok(value) = value(context, row, reference) else {
                continue;
            };
            let sums = [&value, if row.wraps { &row.divisor } else { &value }];
            let is_mixed = Signs::of(context, reference, sums).are_both();
            if is_mixed
                && !reference
                    .subscripts
                    .iter()
                    .any(|s| was_mixed(context, reference, s))
            {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Whether a row computes more than `y % 3` and `y - 1`.
fn is_computed(row: &RowPlan) -> bool {
    let is_number = |e: &Expr| e.as_constant().is_some();
    row.row.axis().is_none() || !is_number(&row.offset) || row.wraps && !is_number(&row.divisor)
}

fn was_mixed(context: &Context, reference: &Reference, place: &SubscriptPlace) -> bool {
    let sums = place.expr.iter().chain(place.split.iter().flatten());
    Signs::of(context, reference, sums).are_both()
}

impl Signs {
    fn of<'e>(
        context: &Context,
        reference: &Reference,
        sums: impl IntoIterator<Item = &'e Expr>,
    ) -> Signs {
        let mut signs = Signs::default();
        for sum in sums {
            sum.each_var(&mut |name| {
                if let Some(ty) = type_of(context, reference, name) {
                    signs.signed |= ty.promoted().signed;
                    signs.unsigned |= !ty.promoted().signed;
                }
            });
        }
        signs
    }

    fn are_both(self) -> bool {
        self.signed && self.unsigned
    }
}

/// The type of an iterator or parameter; constants become what they are computed with.
fn type_of(context: &Context, reference: &Reference, name: &str) -> Option<IntType> {
    let mut loops = reference.loops.iter().flatten();
    if let Some(around) = loops.rfind(|l| l.iterator == name) {
        return Some(around.counter);
    }
    let is_it = |p: &&Param| p.name == name || p.spelling == name;
    let param = context.fold.scop().params.iter().find(is_it)?;
    let ty = types::type_of_param(context, &param.name);
    ty.filter(|ty| param.kind == ParamKind::Variable || !ty.signed)
}
