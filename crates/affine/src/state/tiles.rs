//! What is known of loops over tiles while a function is executed.

use crate::draft::{Declared, DraftTiling};
use source::Span;
use std::collections::BTreeSet;

/// The loops over tiles.
#[derive(Debug, Default)]
pub(crate) struct Tiles {
    /// Whether they are left out where that is possible.
    pub(crate) are_left_out: bool,
    /// Loops that are executed as all others.
    pub(crate) plain: BTreeSet<Span>,
    /// The number of those around the present place.
    pub(crate) open: usize,
    /// The number of parameters that their counters became.
    pub(crate) names: usize,
    /// Parameters in the sizes of the tiles around the present place.
    pub(crate) sizes: BTreeSet<String>,
    pub(crate) found: Vec<DraftTiling>,
    /// Objects that are declared inside.
    pub(crate) declared: Declared,
}
