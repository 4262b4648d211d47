//! The proof of a folded text, and the reasons to reject it. Knows nothing of mappings.

mod question;
mod unsound;
mod verify;

pub use unsound::Unsound;
pub(crate) use verify::{FoldedRegion, verify, verify_region};
