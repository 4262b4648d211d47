//! Why two versions differ, so that a person can follow it: the read that finds the wrong value.

mod culprit;
mod display;
mod explain;
mod history;

pub(crate) use explain::{Explained, endless, explain, unexplained};

use crate::undefined::Undefined;
use source::Span;

/// A difference of two versions at the smallest setting that shows one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    /// The values of integer parameters and of macros that were varied.
    pub parameters: Vec<(String, i64)>,
    /// The call that shows the difference, if the function was called more than once.
    pub call: Option<u32>,
    /// What is wrong.
    pub finding: Finding,
}

/// Something that a statement does in an iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Occurrence {
    /// The line in its version of the file, counted from 1.
    pub line: u32,
    /// Its place in its version of the file.
    pub span: Span,
    /// Its text.
    pub text: String,
    /// The counters of the loops around it, outermost first.
    pub iteration: Vec<(String, i64)>,
    /// The call of the function, counted from 1.
    pub call: u32,
}

/// What is wrong in the second version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// A read finds another value than the original's.
    Read {
        /// The read.
        read: Occurrence,
        /// What it finds.
        holds: Source,
        /// The read of the original, if it has one here.
        original: Option<Occurrence>,
        /// What that one finds.
        reads: Source,
    },
    /// The second version has no meaning in C, and the original has one.
    Undefined {
        /// What happens.
        what: Undefined,
        /// Where.
        at: Occurrence,
    },
    /// An element is not written, and the original writes it.
    Missing {
        /// The element.
        element: String,
        /// The write of the original.
        original: Occurrence,
    },
    /// An element is written, and the original leaves it alone.
    Extra {
        /// The element.
        element: String,
        /// The write.
        at: Occurrence,
    },
    /// A value that the original stores elsewhere.
    Misplaced {
        /// The element.
        element: String,
        /// The write.
        at: Occurrence,
        /// What it stores.
        holds: Source,
        /// What the original stores there.
        reads: Source,
    },
    /// A value is computed in another way.
    Term {
        /// What is computed.
        element: String,
        /// The statement.
        at: Occurrence,
        /// The statement of the original.
        original: Occurrence,
    },
    /// A loop does not end, and the original does.
    Endless {
        /// The loop, in the iteration in which it is found.
        at: Occurrence,
        /// Its condition, if it has one.
        condition: Option<String>,
        /// The variables in it that do not change, and are no parameters.
        values: Vec<(String, i64)>,
        /// What decides how it goes on is the same after so many iterations.
        period: u64,
    },
    /// Output or calls of unknown functions differ.
    Effects {
        /// What the second version does; `None` if nothing more follows.
        at: Option<(String, Occurrence)>,
        /// What the original does.
        original: Option<(String, Occurrence)>,
    },
    /// A result differs, and nothing more is known.
    Result {
        /// The result.
        element: String,
    },
}

/// A value by its origin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// A value that a statement stored.
    Written {
        /// The write.
        at: Occurrence,
        /// The row of a table of rows in the original, and its name there.
        row: Option<i64>,
        /// The iteration in which the original computes it, if it does.
        value_of: Option<Vec<(String, i64)>>,
    },
    /// The contents that an input has: `in[3][1]`.
    Input(String),
    /// Nothing has been written.
    Never,
    /// A number that does not depend on inputs: an initial value, a constant.
    Number,
}

impl Finding {
    /// The place in the second version at which it goes wrong, if it is known.
    pub fn at(&self) -> Option<Span> {
        match self {
            Finding::Read { read: at, .. }
            | Finding::Undefined { at, .. }
            | Finding::Extra { at, .. }
            | Finding::Misplaced { at, .. }
            | Finding::Endless { at, .. }
            | Finding::Term { at, .. } => Some(at.span),
            Finding::Effects { .. } | Finding::Missing { .. } | Finding::Result { .. } => None,
        }
    }
}
