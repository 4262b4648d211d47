//! Facts that the user states about sizes: `stride >= w`, `N=100`.
//!
//! A fact is written into each function that has its names, as a test that ends the program, after
//! the last change of its objects. From there on it is a check of the user's own like any other:
//! everything that reads the text follows it, the proof included, and an execution that breaks it
//! is stopped. A macro is taken at its value and asserted. Functions without a fold lose the test
//! again.

mod fold;
mod parse;
mod stated;

pub use fold::fold;
pub use parse::Fact;
pub use stated::{FactError, state_in_both};
