//! The proof that a printed program, read again, computes the same values as the original. It
//! shares no code and no formula with the crates that make the fold. It knows scops; it must not
//! know mappings, edits or C.
//!
//! [`same_values`] compares the scop of the user's file with the scop of the printed file, for all
//! parameter values in the context and every execution that keeps an order. It succeeds only if
//!
//! * both execute the same instances at the same times, shared among threads in the same way, and
//!   each access of the printed program is the original access with new subscripts, inside the new
//!   box;
//! * for every read `r` and every write `w` whose value `r` may find in the original,
//!   `cell(w) = cell(r)`;
//! * `{ w -> w' : w' not certainly before w, w' possibly before r, cell(w') = cell(r),
//!   element(w') != element(r) }` is empty: nothing else is stored in that cell while the value is
//!   needed.
//!
//! Together: at every read, the last write to its cell was a write to its element.
//!
//! Passes, in order: `structure` compares instances, times and accesses; `cells` determines the
//! cell of each access, `comparison` when two accesses touch the same cell; `events` finds the
//! writes whose values each read may get, with `order` for what may happen before what and
//! `chains` of dependences where nothing else orders two instances; `needed` searches for
//! values that a read would miss. [`same_arithmetic`] is a separate proof about the types of C.

mod arithmetic;
mod cells;
mod chains;
mod comparison;
mod event;
mod events;
mod mismatch;
mod needed;
mod order;
mod outputs;
mod products;
mod site;
mod spaces;
mod structure;

pub use arithmetic::same_arithmetic;
pub use mismatch::Mismatch;
pub use outputs::{Conflict, Difference, Obstacle, Place, Proof, Sample, Trace, same_outputs};

use cells::Cells;
use events::Events;
use poly::Set;
use scop::{ArrayId, Order, Scop};

/// Proves that every read of a folded array finds in `emitted` the value that it finds in
/// `original`, for all parameter values in the context of `original`, in every execution that keeps
/// `order`. The proof does not assume the absence of races: in the same execution, a read finds the
/// same.
///
/// Sharing among threads, and copies of arrays, must be equal in both. Tilable bands are those of
/// `original`.
///
/// `pairs` names each folded array in both scops; an array folded to a scalar has no dimensions in
/// `emitted`. The scops may live in different isl contexts; all work is done, and all budget spent,
/// in that of `original`.
///
/// A write to a whole array (`= {0}`: a must-write with unknown subscripts only) is taken to store
/// the same value in every element; the caller has to know this from its C text.
///
/// # Errors
/// The first difference found, or the reason why the question remains open.
pub fn same_values(
    original: &Scop,
    emitted: &Scop,
    pairs: &[(ArrayId, ArrayId)],
    order: Order,
) -> Result<(), Mismatch> {
    same_instances(original, emitted, &original.context)?;
    same_reads(original, emitted, pairs, (order, &original.context))
}

/// Proves that both execute the same instances at the same times, for the parameter values of a
/// context.
///
/// # Errors
/// The first difference found, or the reason why the question remains open.
pub fn same_instances(original: &Scop, emitted: &Scop, context: &Set) -> Result<(), Mismatch> {
    structure::same_statements(original, emitted, context)
}

/// [`same_values`] for scops that are known to execute the same instances for the parameter values
/// of a context. Accesses are compared for these values only: elsewhere `emitted` need not be
/// meaningful.
///
/// # Errors
/// The first difference found, or the reason why the question remains open.
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

/// Some chains of dependences may be unknown, so a fault under [`Order::Any`] need not be real.
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
