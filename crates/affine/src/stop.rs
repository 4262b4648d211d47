//! Why the execution of a function stops.

use crate::Unknown;
use crate::end::End;
use crate::values::{Root, Site};
use poly::PolyError;
use program::ObjectId;
use source::Span;
use std::collections::BTreeSet;

/// Result of a step.
pub(crate) type Result<T> = std::result::Result<T, Stop>;

/// Why a step has no result.
#[derive(Clone, Debug)]
pub(crate) enum Stop {
    /// There is no form for it.
    Unknown(Unknown),
    /// The same, until these integers are parameters.
    Unnamed(Unknown, BTreeSet<ObjectId>),
    /// A subscript depends on data.
    Indirect(Span),
    /// A pointer leads to memory of which nothing is known.
    Outside(Span),
    /// A part of an object that others may change is used after they may have changed it: it is
    /// named from the start.
    Late(Root, Vec<usize>),
    /// A computation on sets failed.
    Sets(PolyError),
    /// An object holds data at some place: its values must be kept in memory from the start.
    Holds(ObjectId),
    /// Memory is used as a whole: what it contains at its start is a value, too.
    Fresh(Site),
    /// A sum that was multiplied as it is becomes a parameter elsewhere: it is one from the start.
    Factor(String),
    /// The next execution begins with several things.
    Several(Vec<Stop>),
    /// A loop that data ends is executed otherwise from the start.
    Ends(Span, End),
    /// A loop over tiles cannot be left out, and why, if it seems to be one.
    NotTiled(Span, Option<Unknown>),
    /// Something depends on parameters that were made for tiles.
    Left,
    /// The same for the structure that a parameter points to.
    HoldsTarget(ObjectId),
    /// The same for the pointers in tables of the caller.
    HoldsTables,
}

impl From<PolyError> for Stop {
    fn from(error: PolyError) -> Self {
        Stop::Sets(error)
    }
}

impl Stop {
    pub(crate) fn unknown(reason: impl Into<String>, at: Span) -> Self {
        Stop::Unknown(Unknown {
            reason: reason.into(),
            at,
            lacks: None,
        })
    }
}
