//! Rows of a mapping and the new subscript of one reference in each of them. Knows mappings and the
//! context; does not know which names and loops a fold gets.

pub(crate) mod address;
pub(crate) mod careful;
pub(crate) mod enclosing;
pub(crate) mod index;
pub(crate) mod modulo;
pub(crate) mod plain;
pub(crate) mod row;
pub(crate) mod signs;
pub(crate) mod sums;
pub(crate) mod types;

use crate::context::Context;
use crate::error::EmitError;
use front::Reference;
use index::Index;
use row::RowPlan;

/// The new subscript of a reference in one row: `(k - 1) % 2`, `k`, `i - t + N - 1`, `0`.
///
/// # Errors
/// The subscript cannot be written in C.
pub(crate) fn index(
    context: &Context,
    row: &RowPlan,
    reference: &Reference,
) -> Result<Index, EmitError> {
    if let Some(address) = &row.address {
        return Ok(Index {
            address: address.remainder_of(context, reference),
            ..Index::plain(address.text(context, reference)?)
        });
    }
    match context.fold.is_careful() || plain::mixes_signs(context, row, reference) {
        true => careful::index(context, row, reference),
        false => plain::index(context, row, reference),
    }
}
