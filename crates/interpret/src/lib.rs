//! Executes C programs at given small sizes, in the form of `program`, and compares two of them.
//!
//! A difference is a refutation. No difference is no proof.

mod arithmetic;
mod code;
mod comparison;
mod machine;
mod memory;
mod observation;
mod trace;
mod undefined;
mod version;
mod witness;
mod word;

pub use comparison::{Limits, Outcome, Side, compare, compare_main};
pub use undefined::Undefined;
pub use version::Version;
pub use witness::{Finding, Occurrence, Source, Witness};
