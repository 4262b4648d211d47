//! Proofs that two programs compute the same. This crate shares no code and no formula with the
//! crates that make a fold. It knows scops and systems; it must not know mappings, edits or C.
//!
//! **The same outputs.** A program defines, for given parameter values and initial contents, the
//! last value of each element that its caller may read. The state of the world outside is such an
//! element too: output, calls with effects and volatile accesses read and write it, so that their
//! number, order and operands are part of its value. Two programs have the same outputs if
//!
//! > for all parameter values for which `before` is defined, every output element has, after both
//! > programs, the same value as a term: the same operators applied to the same values, down to
//! > the same initial contents and integers.
//!
//! The value of a write is the term of its statement, in which each read is replaced by the value
//! of the last write to its element before it, in the order of the program it is in. So the
//! definition does not mention the order of execution: an instance may move to another place, to
//! another nest, or be executed more than once; a value may be stored elsewhere or copied. What
//! must not change is the write behind each read. Operators are functions of their operands about
//! which nothing else is known, except that `+`, `*`, `&`, `|`, `^`, `==` and `!=` are commutative;
//! sums are not reordered.
//!
//! `before` is undefined for parameter values for which an access that certainly happens leaves
//! its array, or an output depends on an element that is never written; the proof names the
//! parameter values that are left. `after` must be defined for all of them: it must not leave its
//! arrays; of memory whose size is not known, it may touch the elements between those that `before`
//! touches; and an operation that may be without a value, as a division, must be one that `before`
//! executes, too, with equal operands, whether an output needs it or not. [`same_outputs`] proves
//! this for two [`scop::System`]s. Statements that neither moved nor depend on what did have the
//! same values in both; the proof is about the others.
//!
//! **The same values: an unchanged order.** If both programs execute the same statements, in the
//! same instances, at the same times, and only the elements of some arrays moved, it suffices
//! that every read finds the write that it found before. [`same_values`] proves this for two
//! scops without knowing what the statements compute, and for every execution that keeps an
//! order (threads, tilings). It succeeds only if
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
//! Its passes, in order: `structure` compares instances, times and accesses; `cells` determines
//! the cell of each access, `comparison` when two accesses touch the same cell; `events` finds the
//! writes whose values each read may get, with `order` for what may happen before what and
//! `chains` of dependences where nothing else orders two instances; `needed` searches for
//! values that a read would miss. [`same_arithmetic`] is a separate proof about the types of C.
//! The passes of [`same_outputs`] are in `outputs`. If a system leaves out loops over tiles,
//! [`keeps_order`] proves that it is in an order that they keep.

mod address;
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
mod tiling;

pub use arithmetic::same_arithmetic;
pub use mismatch::Mismatch;
pub use outputs::{
    Conflict, Difference, Hazard, Obstacle, Place, Proof, Sample, Trace, same_outputs,
};
pub use tiling::{Misplaced, keeps_order};

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
