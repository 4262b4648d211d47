//! Rows multiplied by a unit of Z/b, so that innermost loops walk through the cells one by one: `(2x - y) mod (2N + 1)`
//! names the same cells in another order as `N * (y - 2x) mod (2N + 1)`, which is `x + N*y` there. `front` reads both
//! as one.

use crate::plan::{Context, EmitError, RowPlan};
use crate::reference::value;
use front::{Home, Reference};
use poly::Expr;
use storage::{Row, RowRange};

/// Steps that are larger are left as they are.
const LARGEST_STEP: i64 = 8;

/// The row in the order in which innermost loops walk, if they all make the same steps of more than one.
pub(crate) fn in_order(
    context: &Context,
    plan: &RowPlan,
    range: &RowRange,
) -> Result<Option<RowPlan>, EmitError> {
    let step = common_step(context, plan).filter(|step| (2..=LARGEST_STEP).contains(&step.abs()));
    let found = step.and_then(|step| Some((step, unit(&plan.row.modulus, step.abs())?)));
    let Some((step, (unit, inverse))) = found else {
        return Ok(None);
    };
    let row = Row::new(
        plan.row
            .form
            .iter()
            .map(|c| c * step.signum() * inverse.signum())
            .collect(),
        plan.row.modulus.clone(),
    );
    let range = match step.signum() == inverse.signum() {
        true => range.clone(),
        false => RowRange {
            low: -range.high.clone(),
            high: -range.low.clone(),
        },
    };
    let ordered = RowPlan::new(context, &row, &range)?;
    Ok(Some(RowPlan {
        // In front of a condition a subscript may be a little below what it is behind it.
        offset: ordered.offset + plan.row.modulus.clone(),
        wraps: true,
        unit: Some(unit),
        ..ordered
    }))
}

/// By how much each iteration of the innermost loops that may be taken apart moves the row.
fn common_step(context: &Context, plan: &RowPlan) -> Option<i64> {
    let candidate = context.fold.candidate;
    let is_plain = |r: &Reference| r.block.is_none() && !(context.may_be_shared)(r.whole);
    let is_own = !matches!(candidate.home, Home::Parameter(_))
        && candidate.initialiser.is_none()
        && candidate.cleared.is_empty();
    let may = context.fold.may_name && plan.wraps && plan.row.higher.is_empty();
    if !may || !is_own || !candidate.references.iter().all(is_plain) {
        return None;
    }
    let step = |reference: &Reference| {
        let place = reference.loops.last()?.as_ref()?;
        place.strips.as_ref()?;
        Some(
            value(context, plan, reference)
                .ok()?
                .coefficient(&place.iterator),
        )
    };
    let mut steps = candidate
        .references
        .iter()
        .filter_map(step)
        .filter(|step| *step != 0);
    let first = steps.next()?;
    steps.all(|step| step == first).then_some(first)
}

/// A unit of Z/b that is a size, and its inverse: `c` or `-c`.
fn unit(modulus: &Expr, c: i64) -> Option<(Expr, i64)> {
    let is_run_time = modulus.is_affine() && modulus.as_constant().is_none();
    [1, -1]
        .into_iter()
        .filter(|_| is_run_time)
        .find_map(|rest| {
            let multiple = modulus.clone() - Expr::constant(rest);
            // b = c * u + 1 makes -c the inverse of u, b = c * u - 1 makes it c.
            Some((multiple.exact_quotient(c)?, -rest * c))
        })
}
