//! One new subscript, as text and as the value that the text says.

use crate::context::Context;
use crate::error::EmitError;
use crate::subscript::row::RowPlan;
use crate::subscript::sums::Sum;
use front::Reference;
use front::forms::ring_unit::RingPosition;
use poly::{Atom, Expr};

/// One new subscript.
pub(crate) struct Index {
    /// Its text.
    pub(crate) text: String,
    /// Dividend and divisor, where the text is a remainder and both are known.
    pub(crate) modulo: Option<(Expr, Expr)>,
    /// The same, where they are sums of products.
    pub(crate) address: Option<(Expr, Expr)>,
    /// The same in the order of a unit.
    pub(crate) ring: Option<RingPosition>,
    /// The sum along several dimensions, where the text is one and its terms are known.
    pub(crate) sum: Option<Sum>,
}

impl Index {
    /// A text of which nothing more is known.
    pub(crate) fn plain(text: String) -> Self {
        Index {
            text,
            modulo: None,
            address: None,
            ring: None,
            sum: None,
        }
    }

    /// The number of a cell that is the same for all values of the variables, if it is.
    pub(crate) fn of_number(value: Option<&Expr>, row: &RowPlan) -> Option<Self> {
        let modulus = row.row.modulus.as_constant()?;
        let number = residue(value?, modulus)?;
        Some(Index::plain(number.to_string()))
    }
}

/// The form plus offset as an expression, if all its subscripts are known.
///
/// # Errors
/// A subscript is not known.
pub(crate) fn value(
    context: &Context,
    row: &RowPlan,
    reference: &Reference,
) -> Result<Expr, EmitError> {
    match row.address {
        Some(_) => Err(EmitError::Subscript),
        None => Ok(Sum::of(context, row, reference)?.value()),
    }
}

/// The remainder of a value, where it is the same number for all variables.
fn residue(value: &Expr, modulus: i64) -> Option<i64> {
    let whole = |(_, c): (&Atom, i64)| c % modulus == 0;
    let all_whole = value.terms().all(whole);
    all_whole.then(|| value.constant_part().rem_euclid(modulus))
}
