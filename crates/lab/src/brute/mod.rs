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
mod outcome;
mod trace;
mod values;

pub use cells::{Clash, simulate_cells};
pub use outcome::{Brute, BruteError, Conflict, Element, Mode, Moment, Race, Value};

use scop::{ArrayId, Order, Scop};
use std::collections::BTreeSet;

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
