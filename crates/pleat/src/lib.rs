//! The driver of Pleat: calls the passes in order. The program `pleat` is a thin shell around it.
//!
//! ```text
//! source::preprocess -> front::extract -> decide (lifetime, storage) -> emit::rewrite -> verify
//! ```

mod decide;
mod fold;
mod reading;
mod reason;
mod summary;
mod verify;

pub use decide::{Decision, Outcome, decide, problem};
pub use fold::{Folded, Options, Timings, fold, front_options};
pub use reason::Reason;
pub use verify::{Unsound, verify};

/// Stack for the thread that parses and analyses: deep nests of parentheses recurse in the parser.
pub const STACK_BYTES: usize = 512 << 20;
