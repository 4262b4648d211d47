//! Executes C programs at given small sizes, in the form of `program`, and compares two of them.
//!
//! A difference is a refutation. No difference is no proof.

mod arithmetic;
mod code;
mod machine;
mod memory;
mod trace;
mod undefined;
mod word;

pub use undefined::Undefined;
