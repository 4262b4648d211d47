//! What a reader of the folded text has to know of the original.

use front::Facts;

/// Hints for reading the folded text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hints {
    /// Arrays that became scalars: function and name.
    pub(crate) scalars: Vec<(String, String)>,
    /// Arrays that became windows along a loop: function and name.
    pub(crate) windows: Vec<(String, String)>,
    /// Where folded arrays were found: function, name, region.
    pub(crate) places: Vec<(String, String, usize)>,
    /// Macros that were taken at their value: function, region, macro.
    pub(crate) fixed_macros: Vec<(String, usize, String)>,
    /// The facts that each region states about its parameters and subscripts.
    pub(crate) facts: Vec<Facts>,
    /// Writes in several branches that count as one: function, region, statements of each.
    pub(crate) united: Vec<(String, usize, Vec<Vec<usize>>)>,
}

impl Hints {
    /// Adds those of other functions.
    pub(crate) fn add(&mut self, other: Hints) {
        self.scalars.extend(other.scalars);
        self.windows.extend(other.windows);
        self.places.extend(other.places);
        self.fixed_macros.extend(other.fixed_macros);
        self.facts.extend(other.facts);
        self.united.extend(other.united);
    }

    /// Sorts them, so that the order in which threads answer does not matter.
    pub(crate) fn sort(&mut self) {
        self.scalars.sort();
        self.windows.sort();
        self.places.sort();
        self.places.dedup();
        self.fixed_macros.sort();
        self.fixed_macros.dedup();
        self.facts.sort();
        self.united.sort();
    }
}
