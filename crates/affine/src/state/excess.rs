//! Iterations in which integers leave their types.

use poly::Set;

/// Iterations in which a number is not one of its type.
#[derive(Clone, Debug)]
pub(crate) struct Excess {
    pub(crate) at: Set,
    pub(crate) kind: ExcessKind,
}

/// What C says of the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExcessKind {
    /// Another one takes its place.
    Wraps,
    /// The program is not defined.
    Overflows,
    /// The same, if a condition on data holds.
    MayOverflow,
}
