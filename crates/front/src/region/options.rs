//! What to extract from a file.

use crate::values::original::Original;
use std::collections::BTreeSet;

/// What to extract.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Only regions between `#pragma scop` and `#pragma endscop`, also in a file without any.
    pub only_pragmas: bool,
    /// Macros that are taken at their value from the start.
    pub fixed_macros: Vec<String>,
    /// Assume of expressions of macros that they are not negative, as they are with the present
    /// values, where that makes something affine simpler. Whoever asks for it asserts
    /// [`crate::Region::assumptions`].
    pub assume_macros: bool,
    /// Find out what else could go with each parameter that is a temporary.
    pub drop_unused: bool,
    /// The regions of the original, where a folded text is read.
    pub originals: Vec<Original>,
}

impl Options {
    /// The objects of the originals that may be scalars now: function, name, rank.
    pub(crate) fn objects(&self) -> BTreeSet<(&str, &str, usize)> {
        let originals = self.originals.iter();
        let arrays = originals.flat_map(|o| o.arrays.iter().map(move |a| (o, a)));
        arrays
            .map(|(o, a)| (o.function.as_str(), a.name.as_str(), a.rank))
            .collect()
    }
}
