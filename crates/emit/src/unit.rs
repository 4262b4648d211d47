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
    /// What is added to all rows and all columns, lest one be negative.
    pub(crate) raised: [Expr; 2],
}

/// A cell in the order that a unit gives: `(by * row + column) % b`.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    pub(crate) by: Expr,
    pub(crate) row: Expr,
    pub(crate) column: Expr,
}

impl Unit {
    /// How far in columns a coefficient of the form goes, if it is no matter of rows.
    pub(crate) fn columns(&self, coefficient: i64) -> Option<i64> {
        let columns = coefficient / self.inverse;
        (columns > 0 && coefficient % self.inverse == 0).then_some(columns)
    }

    /// Row and column of an element with these subscripts.
    pub(crate) fn walk<E>(
        &self,
        form: &[i64],
        subscript: impl Fn(usize) -> Result<Expr, E>,
    ) -> Result<Walk, E> {
        let [mut row, mut column] = self.raised.clone();
        for (dim, c) in form.iter().enumerate().filter(|(_, c)| **c != 0) {
            match self.columns(*c) {
                Some(columns) => column = column + subscript(dim)? * columns,
                None => row = row + subscript(dim)? * *c,
            }
        }
        let by = self.by.clone();
        Ok(Walk { by, row, column })
    }

    fn walk_of(
        &self,
        context: &Context,
        form: &[i64],
        reference: &Reference,
    ) -> Result<Walk, EmitError> {
        self.walk(form, |dim| context.subscript(reference, dim).cloned())
    }
}

/// Puts rows in the order in which innermost loops walk, if these all make the same steps of more than one.
pub(crate) fn in_order(context: &Context, rows: &mut [RowPlan]) -> Result<(), EmitError> {
    let may_reorder = |row: &&mut RowPlan| row.wraps && row.size == row.row.modulus;
    for row in rows.iter_mut().filter(may_reorder) {
        if let Some(ordered) = ordered(context, row)? {
            *row = ordered;
        }
    }
    Ok(())
}

fn ordered(context: &Context, plan: &RowPlan) -> Result<Option<RowPlan>, EmitError> {
    let step = common_step(context, plan).filter(|step| (2..=LARGEST_STEP).contains(&step.abs()));
    let found = step.and_then(|step| Some((step, unit(&plan.divisor, step.abs())?)));
    let Some((step, mut unit)) = found else {
        return Ok(None);
    };
    let sign = step.signum() * unit.inverse.signum();
    let form: Vec<i64> = plan.row.form.iter().map(|c| c * sign).collect();
    // In front of a condition a subscript may be a little below what it is behind it.
    let mut raised = [0; 2];
    for reference in &context.fold.candidate.references {
        let walk = unit.walk_of(context, &form, reference)?;
        for (raised, sum) in raised.iter_mut().zip([walk.row, walk.column]) {
            *raised = (*raised).max(-least(reference, &sum));
        }
    }
    unit.raised = raised.map(Expr::constant);
    for (c, extent) in form.iter().zip(context.fold.extents) {
        if *c < 0 && unit.columns(*c).is_none() {
            let [rows, _] = &mut unit.raised;
            *rows = rows.clone() + (extent.clone() - Expr::constant(1)) * -*c;
        }
    }
    let [rows, columns] = &unit.raised;
    Ok(Some(RowPlan {
        row: Row::new(form, plan.row.modulus.clone()),
        offset: rows.clone() + columns.clone() * unit.inverse,
        wraps: true,
        shrinks: false,
        unit: Some(unit),
        ..plan.clone()
    }))
}

/// The least value of a sum, as far as loops say where they start; other counters and sizes taken as 0.
fn least(reference: &Reference, sum: &Expr) -> i64 {
    let places = || reference.loops.iter().flatten();
    let start = |name: &str| places().rfind(|l| l.iterator == name).and_then(|l| l.least);
    let start = |name: &str| Some(start(name).unwrap_or(0));
    sum.eval(&start).unwrap_or(0)
}

/// Row and column of what a reference touches.
pub(crate) fn walk(
    context: &Context,
    plan: &RowPlan,
    reference: &Reference,
) -> Result<Option<Walk>, EmitError> {
    let walk = |unit: &Unit| unit.walk_of(context, &plan.row.form, reference);
    plan.unit.as_ref().map(walk).transpose()
}

/// By how much each iteration of the innermost loops that may be taken apart moves the row.
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
                raised: Default::default(),
            })
        })
}
