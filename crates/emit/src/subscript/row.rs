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
        let row = with_fixed_size(context, row, range)?;
        let RowRange { low, high } = range;
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

/// The row with the declared extent, where its own modulus is no constant and must be one: such a
/// row does not wrap.
fn with_fixed_size(context: &Context, row: &Row, range: &RowRange) -> Result<Row, EmitError> {
    let varies = context.variables().any(|v| row.modulus.mentions(v));
    let extent = row.axis().and_then(|axis| context.fold.extents.get(axis));
    let Some(extent) = extent.filter(|_| varies && context.has_fixed_sizes()) else {
        return Ok(row.clone());
    };
    let RowRange { low, high } = range;
    let fits = context.always(&format!("{high} - ({low}) < {}", row.modulus))?;
    Ok(match fits {
        true => Row::new(row.form.clone(), extent.clone()),
        false => row.clone(),
    })
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
