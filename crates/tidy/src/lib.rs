//! Leftovers of a fold that compilers warn of: scalars that are assigned to themselves, objects
//! that nothing reads any more, scalars that are not visibly set before they are read.
//!
//! Knows C alone: no sets, and not how a fold was found or written.
//!
//! ```text
//! original, folded text --leftovers--> Leftovers --edits--> Edits of the folded text
//! ```

mod blocks;
mod edits;
mod leftovers;
mod reads;
mod unset;

pub use leftovers::Changed;

use c::Contents;
use leftovers::{Leftovers, leftovers};
use source::Edits;
use std::collections::BTreeMap;

/// The edits of `after` that remove what the fold of `before` left behind, given the arrays that
/// were changed in each function.
pub fn edits(
    before: &Contents<'_>,
    after: &Contents<'_>,
    changed: &BTreeMap<String, Changed>,
) -> Edits {
    let mut all = Leftovers::default();
    for (function, changed) in changed {
        all.extend(leftovers(before, after, function, changed));
    }
    edits::of(&after.unit.file, &all)
}
