//! What compilers would newly warn of in a text: leftovers of a fold (scalars that are assigned
//! to themselves, objects that nothing reads any more, scalars that are not visibly set before
//! they are read), objects that hide others, numbers that lose their sign without a cast.
//!
//! Knows C alone: no sets, and not how a text was found or written.
//!
//! ```text
//! original, folded text --leftovers--> Leftovers --edits--> Edits of the folded text
//! each text --shadows, signs--> Suspects --edits--> Edits of the new text
//! ```

mod blocks;
mod edits;
mod leftovers;
mod reads;
mod shadows;
mod signs;
mod suspects;
mod unset;

pub use leftovers::Changed;
pub use suspects::Suspects;

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
