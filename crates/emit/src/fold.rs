//! The input: one array to rewrite, with its proved mapping. Knows nothing of how it is written.

use front::{Candidate, Region};
use poly::Expr;
use std::collections::BTreeSet;
use storage::Choice;

/// How sums and products in new subscripts are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Care {
    /// As a person would.
    #[default]
    Plain,
    /// Of the user's own subscripts, in types that hold their sum.
    Careful,
    /// As [`Care::Careful`], and products of rows and strides in a wide type.
    Wide,
}

impl Care {
    /// The next level, for a fold that could not be proved at this one.
    pub fn more(self) -> Option<Self> {
        match self {
            Care::Plain => Some(Care::Careful),
            Care::Careful => Some(Care::Wide),
            Care::Wide => None,
        }
    }
}

/// One array to rewrite.
pub struct Fold<'a> {
    /// Its region.
    pub region: &'a Region,
    /// Its places.
    pub candidate: &'a Candidate,
    /// Its mapping, proved.
    pub choice: &'a Choice,
    /// The extents of the array in the scop.
    pub extents: &'a [Expr],
    /// Whether a parameter may be removed together with its arguments, if that is possible.
    pub may_remove: bool,
    /// Whether the iterations of a loop happen in the order of the program, so that each may hand
    /// values on to the next.
    pub may_shift: bool,
    /// Whether remainders by a parameter may get names, and loops may be split into strips where
    /// these wrap.
    pub may_name: bool,
    /// How new sums are kept from overflowing.
    pub care: Care,
    /// Whether a comment says where its elements are.
    pub comment: bool,
    /// The storage that it may have.
    pub limits: Limits,
    /// The arrays of the function that [become automatic](crate::becomes_automatic), by name.
    pub automatic: &'a BTreeSet<String>,
}

/// The storage that a fold may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// An array in static storage becomes automatic up to this many bytes.
    pub stack: u64,
    /// The code is executed by a single thread.
    pub single_thread: bool,
}

/// Where an array lives in the new text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// Where it was declared.
    Declared,
    /// In automatic storage; it was static.
    Automatic,
    /// In a local array beside a parameter that is no longer used.
    Beside,
    /// In a local array in place of a parameter that is removed.
    Instead,
}

impl Fold<'_> {
    /// The meaning of the region for the array.
    pub(crate) fn scop(&self) -> &scop::Scop {
        self.region.scop_of(self.candidate)
    }

    /// Whether new sums are made of the user's own subscripts.
    pub(crate) fn is_careful(&self) -> bool {
        self.care != Care::Plain
    }
}
