//! What later passes over the folded text need of its folds.

use front::Original;
use std::collections::BTreeMap;
use tidy::Changed;

/// Hints for reading and for tidying the folded text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hints {
    /// The regions of the original, for reading the folded text.
    pub(crate) originals: Vec<Original>,
    /// The arrays that became scalars or windows, by function, for tidying it.
    pub(crate) changed: BTreeMap<String, Changed>,
}

impl Hints {
    /// Adds those of other functions.
    pub(crate) fn add(&mut self, other: Hints) {
        self.originals.extend(other.originals);
        self.changed.extend(other.changed);
    }

    /// Sorts them, so that the order in which threads answer does not matter.
    pub(crate) fn sort(&mut self) {
        self.originals.sort();
    }
}
