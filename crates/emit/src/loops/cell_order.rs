//! Which rows get the order of cells in which innermost loops walk through them, by a unit of Z/b.
//!
//! Assumes: the new order is the same for all subscripts of the array. Reports show the mapping
//! without the unit.

use crate::context::Context;
use crate::error::EmitError;
use crate::subscript::enclosing::innermost;
use crate::subscript::index::value;
use crate::subscript::row::RowPlan;
use front::forms::ring_unit::{LARGEST_INVERSE, RingUnit};
use front::{Home, Reference};
use poly::Expr;
use storage::Row;

/// Puts rows in the order in which innermost loops walk, if all of these make the same step and it
/// is larger than one.
///
/// # Errors
/// A subscript is not known.
pub(crate) fn reorder(context: &Context, rows: &mut [RowPlan]) -> Result<(), EmitError> {
    let may_reorder =
        |row: &&mut RowPlan| row.wraps && row.size == row.row.modulus && row.address.is_none();
    for row in rows.iter_mut().filter(may_reorder) {
        if let Some(reordered) = reordered(context, row)? {
            *row = reordered;
        }
    }
    Ok(())
}

fn reordered(context: &Context, plan: &RowPlan) -> Result<Option<RowPlan>, EmitError> {
    let step =
        common_step(context, plan).filter(|step| (2..=LARGEST_INVERSE).contains(&step.abs()));
    let found = step.and_then(|step| Some((step, RingUnit::new(&plan.divisor, step.abs())?)));
    let Some((step, mut unit)) = found else {
        return Ok(None);
    };
    let sign = step.signum() * unit.inverse.signum();
    let form: Vec<i64> = plan.row.form.iter().map(|c| c * sign).collect();
    unit.raised = raised(context, &unit, &form)?;
    let [rows, columns] = &unit.raised;
    Ok(Some(RowPlan {
        row: Row::new(form, plan.row.modulus.clone()),
        offset: rows.clone() + columns.clone() * unit.inverse,
        wraps: true,
        unit: Some(unit),
        ..plan.clone()
    }))
}

/// The numbers that keep all rows and all columns from being negative.
fn raised(context: &Context, unit: &RingUnit, form: &[i64]) -> Result<[Expr; 2], EmitError> {
    // Before a condition a subscript may be a little less than after it.
    let mut raised = [0; 2];
    for reference in &context.fold.candidate.references {
        let subscript = |dim| context.subscript(reference, dim).cloned();
        let position = unit.position(form, subscript)?;
        for (raised, sum) in raised.iter_mut().zip([position.row, position.column]) {
            *raised = (*raised).max(-least(reference, &sum));
        }
    }
    let [mut rows, columns] = raised.map(Expr::constant);
    for (c, extent) in form.iter().zip(context.fold.extents) {
        if *c < 0 && unit.columns(*c).is_none() {
            rows = rows + (extent.clone() - Expr::constant(1)) * -*c;
        }
    }
    Ok([rows, columns])
}

/// The least value of a sum, as far as the start of each loop is known; other counters and sizes
/// count as 0.
fn least(reference: &Reference, sum: &Expr) -> i64 {
    let places = || reference.loops.iter().flatten();
    let start = |name: &str| places().rfind(|l| l.iterator == name).and_then(|l| l.least);
    let start = |name: &str| Some(start(name).unwrap_or(0));
    sum.eval(&start).unwrap_or(0)
}

/// The distance by which each iteration of the innermost loops that may be split into strips moves
/// the row, if it is the same for all.
fn common_step(context: &Context, plan: &RowPlan) -> Option<i64> {
    let candidate = context.fold.candidate;
    let is_plain = |r: &Reference| r.block.is_none() && !(context.may_be_shared)(r.whole);
    let is_own = !matches!(candidate.home, Home::Parameter(_))
        && candidate.initialiser.is_none()
        && candidate.cleared.is_empty();
    let may =
        context.fold.may_name && plan.row.higher.is_empty() && context.signed_wide_type().is_ok();
    if !may || !is_own || !candidate.references.iter().all(is_plain) {
        return None;
    }
    let step = |reference: &Reference| {
        let place = innermost(reference)?;
        place.strips.as_ref()?;
        let value = value(context, plan, reference).ok()?;
        Some(value.coefficient(&place.iterator))
    };
    let mut steps = candidate
        .references
        .iter()
        .filter_map(step)
        .filter(|step| *step != 0);
    let first = steps.next()?;
    steps.all(|step| step == first).then_some(first)
}
