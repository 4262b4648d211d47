//! What an execution shows, in terms that do not depend on how it is followed.

use poly::PolyError;
use scop::AccessId;
use std::collections::BTreeSet;

/// Subscripts of an element.
pub type Element = Vec<i64>;

/// Two elements that may not share a cell.
pub type Conflict = (Element, Element);

/// A moment of an execution. Step `k` of those that touch the array reads at `2k` and writes at
/// `2k + 1`; -1 is before them, twice their number is after them.
pub type Moment = i64;

/// What one lifetime is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Each write starts a value that lives until the last read that may find it.
    Value,
    /// An element lives from its first write to its last read.
    Element,
    /// An element lives from its first write to its last access.
    Access,
}

/// What one write instance stored in one element, or what it held before the region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// The write; `None` before the region.
    pub write: Option<AccessId>,
    /// The iterators of its statement.
    pub instance: Vec<i64>,
    /// Which copy of the array it is stored in: the first `private` coordinates of time.
    pub copy: Vec<i64>,
    /// Where it is stored.
    pub element: Element,
    /// When it is stored.
    pub born: Moment,
    /// The last moment at which it is needed; `None` if no read may find it.
    pub last: Option<Moment>,
}

/// What an execution does to one array.
#[derive(Clone, Debug, Default)]
pub struct Brute {
    /// All values, in the order of their births.
    pub values: Vec<Value>,
    /// Pairs of elements that may not share a cell, both ways round.
    pub conflicts: BTreeSet<Conflict>,
    /// `i - j` for all conflicts.
    pub differences: BTreeSet<Vec<i64>>,
    /// Elements that an access may touch.
    pub touched: BTreeSet<Element>,
    /// The most elements of one copy that need a cell at once in any execution that keeps the order: they
    /// are alive, or being written. Those that one write gave the same value count once. `None` if
    /// there are too many such executions.
    pub live_bound: Option<usize>,
    /// A read may find a value from before the region.
    pub reads_live_in: bool,
    /// Why executions that keep the order may compute something else.
    pub race: Option<Race>,
}

/// Two accesses to one element of one copy, one of them a write, that the order leaves open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// The one that comes first in the program as written, with the iterators of its statement.
    pub first: (AccessId, Vec<i64>),
    /// The other one.
    pub second: (AccessId, Vec<i64>),
    /// What both touch.
    pub element: Element,
}

/// Why an execution could not be followed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BruteError {
    /// A parameter has no value.
    #[error("parameter `{0}` has no value")]
    Parameter(String),
    /// Values outside of the context.
    #[error("the program is not defined for these parameter values")]
    Context,
    /// A very long execution.
    #[error("more than {0} instances")]
    TooLong(usize),
    /// The box of the array is not known.
    #[error("the extents of `{0}` are not known")]
    Extent(String),
    /// Sets could not be enumerated.
    #[error(transparent)]
    Poly(#[from] PolyError),
}
