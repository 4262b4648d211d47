//! A scop executed step by step at given parameter values: what it does to one array, found by
//! following the words of `scop`, not by computing with sets.
//!
//! [`trace`] lists the steps and [`happens`] their order; [`values`] follows what each element may hold;
//! [`lives`] notes which elements need a cell at the same time, [`bound`] how many; [`linear`] finds the
//! same by going through all executions that keep the order; [`cells`] runs the steps on folded storage.

mod bits;
mod bound;
mod cells;
mod happens;
mod linear;
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

/// Executes `scop` at the given parameter values and notes what happens to `array`, and what may in
/// any execution that keeps `order`.
///
/// A may-write does not kill what the element held; a may-read needs all that it may find. Where the
/// order inside an instance is unknown, everything in it may happen last and first. A write to
/// several elements stores one value in each. Instances that the order leaves open may run at once.
///
/// Which value a read finds is what it finds in the program as written: an order that keeps less is
/// reported as a race. Under [`Order::Any`] there is none: what a may-access would put in order, every
/// legal schedule keeps too, although it is not counted on.
///
/// # Errors
/// If parameters are missing or outside of the context, or there are too many instances.
pub fn interpret(
    scop: &Scop,
    array: ArrayId,
    params: &[(String, i64)],
    mode: Mode,
    order: Order,
) -> Result<Brute, BruteError> {
    let trace = trace::Trace::new(scop, array, params)?;
    let happens = happens::Happens::new(scop, &trace, params, order)?;
    let history = values::follow(&trace);
    if trace.unbounded && history.reads_live_in {
        return Err(BruteError::Extent(scop.array(array).name.clone()));
    }
    let lives = lives::of(&trace, &history, mode);
    let needing: Vec<_> = lives.iter().map(|l| l.needing(&happens)).collect();
    let conflicts = lives::conflicts(&lives, &needing);
    Ok(Brute {
        differences: differences(&conflicts),
        conflicts,
        touched: trace.touched(),
        live_bound: match order {
            Order::Sequential => Some(bound::at_writes(&lives, &needing, happens.points())),
            _ => bound::most_at_once(&lives, &happens),
        },
        reads_live_in: history.reads_live_in,
        race: match order {
            Order::Sequential | Order::Any => None,
            Order::Parallel | Order::Tilable => happens.race(&trace),
        },
        values: history.values,
    })
}

/// `conflicts`, `differences` and `live_bound` of [`interpret`], found by going through every execution
/// that keeps `order`, step by step; `None` if more than `most` steps touch the array.
///
/// # Errors
/// As [`interpret`].
pub fn interpret_each(
    scop: &Scop,
    array: ArrayId,
    params: &[(String, i64)],
    mode: Mode,
    order: Order,
    most: usize,
) -> Result<Option<Brute>, BruteError> {
    let trace = trace::Trace::new(scop, array, params)?;
    if trace.steps.len() > most {
        return Ok(None);
    }
    let happens = happens::Happens::new(scop, &trace, params, order)?;
    let lives = lives::of(&trace, &values::follow(&trace), mode);
    let (conflicts, live_bound) = linear::observe(&lives, &happens);
    Ok(Some(Brute {
        differences: differences(&conflicts),
        conflicts,
        live_bound: Some(live_bound),
        ..Brute::default()
    }))
}

fn differences(conflicts: &BTreeSet<Conflict>) -> BTreeSet<Vec<i64>> {
    let difference = |(x, y): &Conflict| x.iter().zip(y).map(|(a, b)| a - b).collect();
    conflicts.iter().map(difference).collect()
}
