//! Rows multiplied by a unit of Z/b, so that innermost loops walk through the cells one by one: `(2x - y) mod (2N + 1)`
//! names the same cells in another order as `N * (y - 2x) mod (2N + 1)`, which is `(N*y + x) mod (2N + 1)`. `front`
//! reads both as one.

use crate::plan::{Context, EmitError, RowPlan};
use crate::reference::value;
use front::{Home, Reference};
use poly::Expr;
use storage::Row;

/// Steps that are larger are left as they are.
const LARGEST_STEP: i64 = 8;

/// A unit of Z/b.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    /// The unit, a size.
    pub(crate) by: Expr,
    /// Its inverse.
    inverse: i64,
}

impl Unit {
    /// `a` and `r` with `unit * dividend = unit * r + a`: what is a multiple of the inverse, and the rest.
    pub(crate) fn split(&self, dividend: &Expr) -> (Expr, Expr) {
        let multiple = |c: i64| Some(c / self.inverse).filter(|q| c % self.inverse == 0 && *q > 0);
        let terms = dividend
            .terms()
            .filter_map(|(atom, c)| Some((atom, multiple(c)?)));
        let whole = terms.fold(Expr::constant(0), |sum, (atom, q)| {
            sum + Expr::atom(atom.clone()) * q
        });
        let rest = dividend.clone() - whole.clone() * self.inverse;
        (whole, rest)
    }
}

/// The row in the order in which innermost loops walk, if they all make the same steps of more than one.
pub(crate) fn in_order(context: &Context, plan: &RowPlan) -> Result<Option<RowPlan>, EmitError> {
    let step = common_step(context, plan).filter(|step| (2..=LARGEST_STEP).contains(&step.abs()));
    let found = step.and_then(|step| Some((step, unit(&plan.row.modulus, step.abs())?)));
    let Some((step, unit)) = found else {
        return Ok(None);
    };
    let sign = step.signum() * unit.inverse.signum();
    let row = Row::new(
        plan.row.form.iter().map(|c| c * sign).collect(),
        plan.row.modulus.clone(),
    );
    let plain = RowPlan {
        row,
        offset: Expr::constant(0),
        wraps: true,
        ..RowPlan::single(context)
    };
    let mut offset = 0;
    for reference in &context.fold.candidate.references {
        let (_, rest) = unit.split(&value(context, &plain, reference)?);
        if rest.terms().any(|(_, c)| c < 0) {
            return Ok(None);
        }
        // In front of a condition a subscript may be a little below what it is behind it.
        offset = offset.max(-rest.constant_part());
    }
    Ok(Some(RowPlan {
        offset: Expr::constant(offset),
        unit: Some(unit),
        ..plain
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

/// A unit of Z/b that is a size, and has the inverse `c` or `-c`.
fn unit(modulus: &Expr, c: i64) -> Option<Unit> {
    let is_run_time = modulus.is_affine() && modulus.as_constant().is_none();
    [1, -1]
        .into_iter()
        .filter(|_| is_run_time)
        .find_map(|rest| {
            let multiple = modulus.clone() - Expr::constant(rest);
            // b = c * u + 1 makes -c the inverse of u, b = c * u - 1 makes it c.
            Some(Unit {
                by: multiple.exact_quotient(c)?,
                inverse: -rest * c,
            })
        })
}
