//! The driver of Pleat: calls the passes in order. The program `pleat` is a thin shell around it.
//!
//! ```text
//! source::preprocess -> front::Program -> decide (lifetime, storage) -> emit -> verify
//! ```
//!
//! Functions are shared out among threads (`crew`); each thread keeps the sets of its own functions
//! (`work`).

mod assumed;
mod crew;
mod decide;
mod fold;
mod innermost;
mod live;
pub mod map;
mod memo;
mod reading;
mod reason;
mod sequence;
mod spelled;
mod summary;
mod tidied;
mod verify;
mod work;

pub use decide::{Decision, Outcome, decide, problem};
pub use fold::{Folded, Options, Timings, fold, front_options};
pub use reason::Reason;
pub use verify::Unsound;

/// isl allocates many small things; the feature `override` gives it this allocator too.
#[cfg(feature = "fast-allocator")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Stack for the thread that parses and analyses: deep nests of parentheses recurse in the parser.
pub const STACK_BYTES: usize = 512 << 20;
