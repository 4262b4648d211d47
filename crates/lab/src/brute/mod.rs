//! A scop executed step by step at given parameter values. It follows the definitions of `scop` and
//! computes nothing with sets.
//!
//! `trace` lists the steps and `precedence` their order; `values` tracks the values that each
//! element may hold; `lives` determines which elements need a cell at the same time, `bound` how
//! many; `linear` finds the same by enumerating all executions that keep the order; `cells`
//! executes the steps on folded storage, `tiles` in tiles.

mod bits;
mod bound;
mod cells;
mod linear;
mod lives;
mod outcome;
mod precedence;
mod tiles;
mod trace;
mod values;

pub use cells::{Clash, simulate_cells};
pub use outcome::{Brute, BruteError, Conflict, Element, Mode, Moment, Race, Value};
pub use tiles::{Tiled, Tiling};

use scop::{ArrayId, Order, Scop};
use std::collections::BTreeSet;

/// Executes `scop` at the given parameter values and observes `array`, in all executions that keep
/// `order`.
///
/// A may-write does not kill the value of the element; a may-read needs all values that it may
/// find. Where the order inside an instance is unknown, each access may be first or last. A write
/// to several elements stores one value in each. Unordered instances may run at the same time.
///
/// A read finds what it finds in the program as written: an order under which it may find something
/// else is reported as a race. Under [`Order::Any`] there are no races: every legal schedule also
/// keeps the order that a may-access would require, although no conflict is removed because of it.
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
    let precedence = precedence::Precedence::new(scop, &trace, params, order)?;
    let history = values::follow(&trace);
    if trace.unbounded && history.reads_live_in {
        return Err(BruteError::Extent(scop.array(array).name.clone()));
    }
    let lives = lives::of(&trace, &history, mode);
    let needing: Vec<_> = lives.iter().map(|l| l.needing(&precedence)).collect();
    let conflicts = lives::conflicts(&lives, &needing);
    Ok(Brute {
        differences: differences(&conflicts),
        conflicts,
        touched: trace.touched(),
        live_bound: match order {
            Order::Sequential => Some(bound::at_writes(&lives, &needing, precedence.points())),
            _ => bound::most_at_once(&lives, &precedence),
        },
        reads_live_in: history.reads_live_in,
        race: match order {
            Order::Sequential | Order::Any => None,
            Order::Parallel | Order::Tilable => precedence.race(&trace),
        },
        values: history.values,
    })
}

/// The `conflicts`, `differences` and `live_bound` of [`interpret()`], found by executing every
/// sequence that keeps `order`; `None` if more than `most` steps touch the array.
///
/// # Errors
/// As [`interpret()`].
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
    let precedence = precedence::Precedence::new(scop, &trace, params, order)?;
    let lives = lives::of(&trace, &values::follow(&trace), mode);
    let (conflicts, live_bound) = linear::observe(&lives, &precedence);
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
