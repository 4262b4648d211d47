//! The use of an element by an access, as data.

use crate::values::formula::Formula;
use crate::walk::draft::{ChosenSubscript, Part};
use scop::Subscript;

/// The use of an element.
#[derive(Clone)]
pub(crate) struct Usage {
    pub(super) reads: bool,
    pub(super) writes: bool,
    /// The part of it.
    pub(super) part: Part,
}

/// The whole element is read.
pub(crate) const READ: Usage = Usage {
    reads: true,
    writes: false,
    part: Part::Whole,
};

/// One choice of all conditional expressions in subscripts.
#[derive(Clone)]
pub(crate) struct Way {
    pub(crate) guards: Vec<Formula>,
    pub(crate) subscripts: Vec<Subscript>,
    /// The same for arrays that are flat; none without choices.
    pub(crate) chosen: Vec<ChosenSubscript>,
}
