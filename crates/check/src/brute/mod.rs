//! A scop executed step by step at given parameter values: what it does to one array, found by
//! following the words of `scop`, not by computing with sets.
//!
//! [`trace`] lists the steps; [`values`] follows what each element may hold; [`lives`] looks at every
//! moment and notes which elements need a cell; [`cells`] runs the steps on folded storage.

mod cells;
mod lives;
mod trace;
mod values;

pub use cells::{Clash, simulate_cells};

use poly::PolyError;
use scop::{AccessId, ArrayId, Order, Scop};
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
    /// The most elements that need a cell at one moment: they are alive, or being written. Those that
    /// one write gave the same value count once.
    pub live_bound: usize,
    /// A read may find a value from before the region.
    pub reads_live_in: bool,
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

/// Executes `scop` at the given parameter values and notes what happens to `array`, and what may in
/// any execution that keeps `order`.
///
/// A may-write does not kill what the element held; a may-read needs all that it may find. Where the
/// order inside an instance is unknown, everything in it may happen last and first. A write to
/// several elements stores one value in each.
///
/// # Errors
/// If parameters are missing or outside of the context, or there are too many instances.
pub fn interpret(
    scop: &Scop,
    array: ArrayId,
    params: &[(String, i64)],
    mode: Mode,
    _order: Order,
) -> Result<Brute, BruteError> {
    let trace = trace::Trace::new(scop, array, params)?;
    let history = values::follow(&trace);
    let mut brute = lives::observe(&trace, &history, mode);
    brute.touched = trace.touched();
    brute.reads_live_in = history.reads_live_in;
    brute.values = history.values;
    Ok(brute)
}
