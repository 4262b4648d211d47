//! One function of a program as a system of recurrence equations: statements with domains and
//! times, each storing a term over what it reads. Knows programs and sets, no syntax and no proofs.
//!
//! The function is executed once with symbolic values. At each place, integers and pointers are
//! functions of the iterators of the loops around it (`values`), all other data stays in memory.
//! A loop gets one iterator, the number of its iteration from 0. What a loop changes is given a
//! closed form at the start of iteration `k`, which is proved by induction: it holds before the
//! first iteration, and executing the body keeps it.
//!
//! Assumes:
//! * integers do not leave their types; [`Whole::limits`] has parameter values for which those of
//!   less than 64 bits do, except for signed sizes, bounds and subscripts;
//! * different pointer parameters lead to different objects, which are large enough, and not to
//!   objects that the function knows by their names ([`Whole::memory`]);
//! * allocations succeed, where the function tests them ([`Whole::assumptions`]).
//!
//! A statement of the function that has no such form is executed by its text alone, unless
//! [`Naming::is_exact`] forbids it: its value is a function of its text and of all memory that it
//! may read, and what it may change is a function of that value. A loop that data ends has a
//! parameter for the number of its iterations, and its conditions are outputs.
//!
//! Conditions on data do not restrict domains: what is under them stores `choose(condition, new,
//! old)`, where the condition is a scalar of its own.

mod draft;
mod end;
mod eval;
mod fixed;
mod found;
mod interface;
mod state;
mod stop;
mod survey;
mod tiles;
mod unknown;
mod values;
mod walk;

pub use fixed::Fixed;
pub use interface::{Learnt, Limits, Memory, Met, Naming, POINTERS_KEPT, Stride, Whole};
pub use unknown::{LargerSize, Unknown};

use poly::Context;
use program::Program;

/// The system of one function.
///
/// # Errors
///
/// If a part of the function has no such form, or the operation budget of `ctx` is used up.
pub fn system(
    program: &Program,
    function: &str,
    naming: &Naming,
    ctx: &Context,
) -> Result<Whole, Unknown> {
    walk::whole(program, function, naming, ctx)
}
