//! One row of a mapping: its size and divisor, its offset, whether its values wrap. Knows
//! references only as lists of subscripts.

use crate::context::Context;
use crate::error::EmitError;
use crate::subscript::address::Address;
use front::Reference;
use front::forms::ring_unit::{RingPosition, RingUnit};
use poly::Expr;
use storage::{Row, RowRange};

/// How one row is written: `(form + offset) % modulus`.
#[derive(Clone)]
pub(crate) struct RowPlan {
    /// The row of the mapping.
    pub(crate) row: Row,
    /// The declared number of elements: the modulus, or less where fewer elements exist.
    pub(crate) size: Expr,
    /// The modulus as subscripts say it. Where no element is touched it need not be positive, so
    /// that only code that is executed with an access may divide by it.
    pub(crate) divisor: Expr,
    /// Added to the form; 0 where the form is never negative.
    pub(crate) offset: Expr,
    /// The largest value of the sum.
    pub(crate) highest: Expr,
    /// Whether the sum can reach the modulus.
    pub(crate) wraps: bool,
    /// The unit that gives its cells another order.
    pub(crate) unit: Option<RingUnit>,
    /// The linear address that the row is, if its coefficients are no numbers.
    pub(crate) address: Option<Address>,
    /// Whether other rows are between its neighbours in memory.
    pub(crate) is_outer: bool,
}

impl RowPlan {
    /// A dimension of one element.
    pub(crate) fn single(context: &Context) -> Self {
        let form = vec![0; context.fold.candidate.axes.len()];
        RowPlan {
            row: Row::new(form, Expr::constant(1)),
            size: Expr::constant(1),
            divisor: Expr::constant(1),
            offset: Expr::constant(0),
            highest: Expr::constant(0),
            wraps: false,
            unit: None,
            address: None,
            is_outer: false,
        }
    }

    /// A row with parametric coefficients.
    fn of_address(row: &Row, range: &RowRange, address: Address) -> Self {
        RowPlan {
            row: row.clone(),
            size: row.modulus.clone(),
            divisor: row.modulus.clone(),
            offset: Expr::constant(0),
            highest: range.high.clone(),
            wraps: true,
            unit: None,
            address: Some(address),
            is_outer: false,
        }
    }

    /// A row whose form has values in a range.
    ///
    /// # Errors
    /// The questions about the range exceed their budget.
    pub(crate) fn new(context: &Context, row: &Row, range: &RowRange) -> Result<Self, EmitError> {
        if let Some(address) = Address::new(context, row) {
            return Ok(RowPlan::of_address(row, range, address));
        }
        let (row, RowRange { low, high }) = with_fixed_size(context, row, range)?;
        let modulus = &row.modulus;
        let starts_at_zero = context.always(&format!("{low} >= 0"))?;
        let fits = context.always(&format!("{high} - ({low}) < {modulus}"))?;
        let fits_from_zero = starts_at_zero && context.always(&format!("{high} < {modulus}"))?;
        let offset = match (starts_at_zero, fits && !fits_from_zero) {
            (true, false) => Expr::constant(0),
            _ => -low.clone(),
        };
        Ok(RowPlan {
            divisor: row.modulus.clone(),
            size: row.modulus.clone(),
            row,
            highest: high.clone() + offset.clone(),
            offset,
            wraps: !fits,
            unit: None,
            address: None,
            is_outer: false,
        })
    }

    /// The dimension whose subscript the row takes as it is, if there is one.
    pub(crate) fn same_axis(&self) -> Option<usize> {
        let is_same = self.offset.as_constant() == Some(0);
        self.row.axis().filter(|_| is_same)
    }

    /// The cell that a reference touches, in the order of the row's unit if it has one.
    ///
    /// # Errors
    /// A subscript is not known.
    pub(crate) fn ring_position(
        &self,
        context: &Context,
        reference: &Reference,
    ) -> Result<Option<RingPosition>, EmitError> {
        let subscript = |dim| context.subscript(reference, dim).cloned();
        let position = |unit: &RingUnit| unit.position(&self.row.form, subscript);
        self.unit.as_ref().map(position).transpose()
    }
}

/// The row with a modulus of declared extents and the range of its form, where its own modulus is
/// no constant and must be one. Values of the form that differ by the row's own modulus differ by
/// the number of all values, too.
fn with_fixed_size(
    context: &Context,
    row: &Row,
    range: &RowRange,
) -> Result<(Row, RowRange), EmitError> {
    let varies = context.variables().any(|v| row.modulus.mentions(v));
    if !varies || !context.has_fixed_sizes() {
        return Ok((row.clone(), range.clone()));
    }
    let extents = &context.fold.extents;
    let Some(axis) = row.axis() else {
        let range = values_of(&row.form, extents);
        let number = range.high.clone() - range.low.clone() + Expr::constant(1);
        return Ok((Row::new(row.form.clone(), number), range));
    };
    let RowRange { low, high } = range;
    let fits = context.always(&format!("{high} - ({low}) < {}", row.modulus))?;
    let modulus = match fits {
        true => &extents[axis],
        false => &row.modulus,
    };
    Ok((Row::new(row.form.clone(), modulus.clone()), range.clone()))
}

/// The values of a form over an array with these extents: from `-N` to `N` for `j - i` over `N + 1`
/// and `N + 1`.
fn values_of(form: &[i64], extents: &[Expr]) -> RowRange {
    let spans = |sign: i64| {
        let one = Expr::constant(1);
        let own = form.iter().zip(extents).filter(|(c, _)| *c * sign > 0);
        own.fold(Expr::default(), |sum, (c, extent)| {
            sum + (extent.clone() - one.clone()) * *c
        })
    };
    RowRange {
        low: spans(-1),
        high: spans(1),
    }
}

/// Whether each row is along its own dimension of the scop, and each dimension has one.
pub(crate) fn keep_axes(context: &Context, rows: &[RowPlan]) -> bool {
    let own = |(k, plan): (usize, &RowPlan)| plan.row.axis() == Some(k);
    rows.len() == context.fold.candidate.axes.len() && rows.iter().enumerate().all(own)
}

/// Whether each row is along its own declared dimension, and each dimension that the scop follows
/// has one.
pub(crate) fn keep_declared(context: &Context, rows: &[RowPlan]) -> bool {
    let followed = context.fold.candidate.followed();
    let own = |(plan, dim): (&RowPlan, &usize)| {
        let axis = plan.row.axis();
        axis.is_some_and(|axis| context.declared(axis) == Some(*dim))
    };
    rows.len() == followed.len() && rows.iter().zip(&followed).all(own)
}
