//! The labels that `goto` may jump to from the place at hand.

use crate::lowerer::values::Lvalue;
use std::collections::BTreeSet;

/// The jumps of a function that are open.
#[derive(Default)]
pub(crate) struct Jumps {
    /// The labels of the blocks around the place, and their flags.
    pub(crate) all: Vec<Jump>,
    /// Those that a statement so far jumps to, and that are not reached.
    pub(crate) pending: BTreeSet<usize>,
    /// The number of loops and `switch` statements around the place.
    pub(crate) breaks: usize,
}

/// A label, and the jumps to it from one side.
pub(crate) struct Jump {
    pub(crate) name: String,
    /// Whether a jump was made.
    pub(crate) flag: Lvalue,
    /// The number of loops and `switch` statements around the block of the label.
    pub(crate) breaks: usize,
    /// The block of the label, by the address of its items, and its position there.
    pub(crate) label: (usize, usize),
    /// Whether the label is behind.
    pub(crate) is_passed: bool,
}
