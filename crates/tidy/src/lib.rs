//! Leftovers of a fold that compilers warn of: scalars that are assigned to themselves, objects
//! that nothing reads any more, scalars that are not visibly set before they are read.
//!
//! Knows C alone: no sets, and not how a fold was found or written.

mod blocks;
mod edits;
mod leftovers;
mod reads;
mod unset;

pub use edits::edits;
pub use leftovers::{Changed, Idle, Leftovers, Unread, Unset, leftovers};
