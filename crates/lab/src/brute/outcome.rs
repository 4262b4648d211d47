//! Observations of an execution.

use poly::PolyError;
use scop::AccessId;
use std::collections::BTreeSet;

/// Subscripts of an element.
pub type Element = Vec<i64>;

/// Two elements that may not share a cell.
pub type Conflict = (Element, Element);

/// A moment of an execution. Step `k` of those that touch the array reads at `2k` and writes at
/// `2k + 1`; -1 is before all steps, twice their number is after them.
pub type Moment = i64;

/// The definition of a lifetime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Each write starts a value that lives until the last read that may find it.
    Value,
    /// An element lives from its first write to its last read.
    Element,
    /// An element lives from its first write to its last access.
    Access,
}

/// A value that one write instance stored in one element, or that the element held before the
/// region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// The write; `None` before the region.
    pub write: Option<AccessId>,
    /// The iterators of its statement.
    pub instance: Vec<i64>,
    /// The copy of the array it is stored in: the leading `private` coordinates of time.
    pub copy: Vec<i64>,
    /// The element.
    pub element: Element,
    /// When it is stored.
    pub born: Moment,
    /// The last moment at which it is needed; `None` if no read may find it.
    pub last: Option<Moment>,
}

/// The observations of one array.
#[derive(Clone, Debug, Default)]
pub struct Brute {
    /// All values, in the order of their births.
    pub values: Vec<Value>,
    /// Pairs of elements that may not share a cell, in both orders.
    pub conflicts: BTreeSet<Conflict>,
    /// `i - j` for all conflicts.
    pub differences: BTreeSet<Vec<i64>>,
    /// Elements that an access may touch.
    pub touched: BTreeSet<Element>,
    /// The largest number of elements of one copy that need a cell at the same time in any
    /// execution that keeps the order: they are alive, or being written. Elements with the same
    /// value of one write count once. `None` if there are too many such executions.
    pub live_bound: Option<usize>,
    /// Whether a read may find a value from before the region.
    pub reads_live_in: bool,
    /// The reason why executions that keep the order may compute something else.
    pub race: Option<Race>,
}

/// Two accesses to one element of one copy, one of them a write, that are unordered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// The first one in the program as written, with the iterators of its statement.
    pub first: (AccessId, Vec<i64>),
    /// The other one.
    pub second: (AccessId, Vec<i64>),
    /// The element that both touch.
    pub element: Element,
}

/// Why an execution could not be simulated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BruteError {
    /// A parameter has no value.
    #[error("parameter `{0}` has no value")]
    Parameter(String),
    /// Parameter values outside of the context.
    #[error("the program is not defined for these parameter values")]
    Context,
    /// The execution is too long.
    #[error("more than {0} instances")]
    TooLong(usize),
    /// The extents of the array are unknown.
    #[error("the extents of `{0}` are not known")]
    Extent(String),
    /// The enumeration of a set failed.
    #[error(transparent)]
    Poly(#[from] PolyError),
}
