//! What is known of loops over tiles while a function is executed.

use crate::draft::{Declared, DraftTiling};
use poly::{PwAff, Set};
use program::ObjectId;
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
    /// The number of parameter names that were made for them.
    pub(crate) names: usize,
    /// The values of those that are neither origins nor numbers of tiles.
    pub(crate) unnamed: Vec<Unnamed>,
    /// Parameters in the sizes of tiles.
    pub(crate) sizes: BTreeSet<String>,
    /// Those that are assumed to be positive.
    pub(crate) assumed: BTreeSet<String>,
    /// The loop over diagonals around the present place.
    pub(crate) diagonal: Option<Diagonal>,
    pub(crate) found: Vec<DraftTiling>,
    /// Objects that are declared inside.
    pub(crate) declared: Declared,
}

/// A value that is no affine function of parameters, and its name.
#[derive(Clone, Debug)]
pub(crate) struct Unnamed {
    pub(crate) name: String,
    pub(crate) value: Fixed,
}

/// A value that does not change.
#[derive(Clone, Debug)]
pub(crate) enum Fixed {
    /// A function of parameters in several pieces.
    Function(PwAff),
    /// `dividend / divisor`, rounded toward 0.
    Quotient { dividend: PwAff, divisor: PwAff },
}

/// How far a loop over tiles runs.
#[derive(Clone, Debug)]
pub(crate) struct Reach {
    /// The parameter of any value of its counter.
    pub(crate) any: String,
    pub(crate) first: PwAff,
    /// The value for the present tile.
    pub(crate) value: PwAff,
    /// Where the condition holds for any value.
    pub(crate) condition: Set,
}

/// A loop over diagonals `w` of tiles, whose tiles are numbered by `a` and `w - a`.
#[derive(Clone, Debug)]
pub(crate) struct Diagonal {
    /// The counter `a` of the loop inside.
    pub(crate) partner: ObjectId,
    /// The parameter that it becomes.
    pub(crate) first: String,
    /// The tiles that the loop inside executes, once it has been executed.
    pub(crate) inner: Option<(Set, Reach)>,
}
