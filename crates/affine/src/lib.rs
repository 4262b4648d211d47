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
//! * integers do not overflow, parameters stay below half the range of their types;
//! * different pointer parameters lead to different objects, which are large enough;
//! * allocations succeed, where the function tests them ([`Whole::assumptions`]).
//!
//! Conditions on data do not restrict domains: what is under them stores `choose(condition, new,
//! old)`, where the condition is a scalar of its own.

mod alike;
mod draft;
mod eval;
mod library;
mod stop;
mod survey;
mod values;
mod walk;

pub use alike::carried_alike;

use poly::Context;
use program::Program;
use scop::{ArrayId, System};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// What both programs must agree about.
#[derive(Clone, Debug, Default)]
pub struct Naming {
    /// Names of the parameters of the function that are integers, by position; where there is none,
    /// their own.
    pub parameters: Vec<String>,
    /// Static objects that both programs have alike, by name: their contents belong to the
    /// interface. Those of other names have an initial value of their own in each program.
    pub carried: BTreeSet<String>,
    /// The strides of flat arrays of the interface by key, the largest first, each as the names of
    /// its factors; where there is none, they are found.
    pub strides: BTreeMap<String, Vec<Vec<String>>>,
    /// Macros are taken at their value.
    pub fixes_macros: bool,
    /// Distinguishes what two programs do not share.
    pub tag: String,
}

/// A function as a system, and what it was made from.
#[derive(Clone, Debug)]
pub struct Whole {
    /// The system.
    pub system: System,
    /// The place of each statement, by [`scop::StmtId`].
    pub places: Vec<Span>,
    /// The place of each access, by [`scop::AccessId`].
    pub access_places: Vec<Span>,
    /// The integer parameters by position, as in [`Naming::parameters`].
    pub parameters: Vec<String>,
    /// The strides of the flat arrays of the interface, as in [`Naming::strides`].
    pub strides: BTreeMap<String, Vec<Vec<String>>>,
    /// Static objects of this function alone, which keep their values between calls.
    pub carried: Vec<(ArrayId, String)>,
    /// What the proof needs beyond the language, as sentences.
    pub assumptions: Vec<String>,
}

/// Why a function has no system, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Unknown {
    /// The reason, as a noun phrase.
    pub reason: String,
    /// The place.
    pub at: Span,
}

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
