//! The proof that an emitted program, read again, computes the same values as the original.
//!
//! Passes, in order: [`structure`] compares instances, times and accesses; [`events`] finds which
//! write each read may get its value from; [`cells`] says where accesses go, [`comparison`] when two of them go to one cell;
//! [`order`] says what may come before what, with [`chains`] of dependences where nothing else does;
//! [`needed`] looks for values that a read would miss.

mod arithmetic;
mod cells;
mod chains;
mod comparison;
mod events;
mod needed;
mod order;
mod products;
mod structure;

pub use arithmetic::same_arithmetic;

use crate::Mismatch;
use cells::Cells;
use events::Events;
use poly::Set;
use scop::{ArrayId, Order, Scop};

/// Proves that every read of a folded array finds in `emitted` the value that it finds in
/// `original`, for all parameter values in the context of `original`, in every execution that keeps
/// `order`. Nothing is taken for granted about races: reads find the same in the same execution.
///
/// What is shared among threads, and which arrays have copies, must be the same in both. Tilable bands
/// are those of `original`.
///
/// `pairs` names each folded array in both; a fully folded one has no dimensions in `emitted`. The
/// scops may live in different isl contexts; all work is done, and all budget used, in that of
/// `original`.
///
/// A write to a whole array (`= {0}`: a must-write with unknown subscripts only) stores the same
/// in every element; this is a property of its C text that the caller has to know.
///
/// # Errors
/// The first difference found, or why the question stayed open.
pub fn same_values(
    original: &Scop,
    emitted: &Scop,
    pairs: &[(ArrayId, ArrayId)],
    order: Order,
) -> Result<(), Mismatch> {
    same_instances(original, emitted, &original.context)?;
    same_reads(original, emitted, pairs, (order, &original.context))
}

/// Proves that both execute the same instances at the same times, for the parameter values of a context.
///
/// # Errors
/// The first difference found, or why the question stayed open.
pub fn same_instances(original: &Scop, emitted: &Scop, context: &Set) -> Result<(), Mismatch> {
    structure::same_statements(original, emitted, context)
}

/// [`same_values`] of scops that are known to execute the same instances for the parameter values of a context. Accesses
/// are compared there, too: elsewhere `emitted` need not make sense.
///
/// # Errors
/// The first difference found, or why the question stayed open.
pub fn same_reads(
    original: &Scop,
    emitted: &Scop,
    pairs: &[(ArrayId, ArrayId)],
    (order, context): (Order, &Set),
) -> Result<(), Mismatch> {
    for (before, after) in pairs {
        structure::same_copies(original.array(*before), emitted.array(*after))?;
        let accesses = structure::same_accesses(original, emitted, (*before, *after))?;
        let cells = Cells::new(original, emitted.array(*after), &accesses)?;
        structure::same_conditions(original, &accesses, context)?;
        let events = Events::new(original, *before, &cells, order)?;
        needed::keeps_values(&events, &cells).map_err(|fault| doubt(fault, order))?;
        if order != Order::Sequential {
            needed::keeps_writes_apart(&events, &cells).map_err(|fault| doubt(fault, order))?;
        }
    }
    Ok(())
}

/// Not all chains of dependences may be known, so a fault under [`Order::Any`] may be none.
fn doubt(fault: Mismatch, order: Order) -> Mismatch {
    match fault {
        Mismatch::Overwritten { array, .. } | Mismatch::Unordered { array, .. }
            if order == Order::Any =>
        {
            Mismatch::Undecided {
                array,
                why: "what depends on what is not known well enough",
            }
        }
        fault => fault,
    }
}
