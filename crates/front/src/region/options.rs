//! What to extract from a file.

use crate::values::original::Original;
use std::collections::BTreeSet;

/// What to extract.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Only regions between `#pragma scop` and `#pragma endscop`, even if the file has none.
    pub only_pragmas: bool,
    /// Macros that are taken at their value from the first reading on.
    pub fixed_macros: Vec<String>,
    /// Assume that expressions of macros are not negative, as they are at present, if that makes
    /// something affine simpler. The caller asserts [`crate::Region::assumptions`].
    pub assume_macros: bool,
    /// Find out which other parts of the program could be removed with each parameter that is a
    /// temporary.
    pub drop_unused: bool,
    /// Leave statements without accesses to arrays out of scops, so that texts are comparable which
    /// differ in such statements.
    pub only_accesses: bool,
    /// The regions of the original, if the file is a folded text.
    pub originals: Vec<Original>,
}

impl Options {
    /// The objects of the originals, which may be scalars in the folded text: function, name, rank.
    pub(crate) fn objects(&self) -> BTreeSet<(&str, &str, usize)> {
        let originals = self.originals.iter();
        let arrays = originals.flat_map(|o| o.arrays.iter().map(move |a| (o, a)));
        arrays
            .map(|(o, a)| (o.function.as_str(), a.name.as_str(), a.rank))
            .collect()
    }
}
