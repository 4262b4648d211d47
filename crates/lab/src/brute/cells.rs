//! A scop executed on the original storage and on folded storage side by side.

use super::bound::State;
use super::outcome::{BruteError, Element};
use super::precedence::Precedence;
use super::trace::{Step, Touch, Trace};
use crate::rng::Rng;
use scop::{AccessId, ArrayId, Order, Scop};
use std::collections::BTreeMap;

/// Why folded storage may not work.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Clash {
    /// A read finds the value of another element.
    #[error("access {} at {instance:?} reads {element:?} and finds what {found:?} stored", access.0)]
    WrongValue {
        /// The read.
        access: AccessId,
        /// The iterators of its statement.
        instance: Vec<i64>,
        /// The element that it reads.
        element: Element,
        /// The element whose value is in the cell; `None` if the cell is empty.
        found: Option<Element>,
    },
    /// After the region an element does not hold its last value.
    #[error("after the region {element:?} is lost to {found:?}")]
    Lost {
        /// The element that is read after the region.
        element: Element,
        /// The element whose value is in its cell.
        found: Option<Element>,
    },
    /// The scop could not be executed.
    #[error(transparent)]
    Brute(#[from] BruteError),
}

/// The number of executions of a partial order that are tried.
const LINEARISATIONS: u64 = 24;

/// Executes the accesses to `array` with element `x` stored in cell `cell(x)`, in an order that
/// keeps `order`, and finds the first read that gets another value than on the original storage.
///
/// Executions in which all may-writes happen and executions in which none happen are tried, with
/// the writes of one instance in both orders: every reported clash is real, but with may-accesses
/// some may be missed. Reads of elements that were never written are skipped. Of a partial order
/// some executions are drawn at random, the same ones each time.
///
/// # Errors
/// The first wrong value, or the reason why there was no execution.
pub fn simulate_cells(
    scop: &Scop,
    array: ArrayId,
    cell: impl Fn(&[i64]) -> Vec<i64>,
    params: &[(String, i64)],
    order: Order,
) -> Result<(), Clash> {
    let trace = Trace::new(scop, array, params)?;
    for sequence in sequences(scop, &trace, params, order)? {
        for may_happens in [true, false] {
            for backward in [false, true] {
                Storage::new(&trace, &cell, may_happens, backward).run(&trace, &sequence)?;
            }
        }
    }
    Ok(())
}

/// Executions that keep the order, as indices of steps.
fn sequences(
    scop: &Scop,
    trace: &Trace,
    params: &[(String, i64)],
    order: Order,
) -> Result<Vec<Vec<usize>>, BruteError> {
    let written: Vec<usize> = (0..trace.steps.len()).collect();
    if order == Order::Sequential {
        return Ok(vec![written]);
    }
    let mut precedence = Precedence::new(scop, trace, params, order)?;
    if order == Order::Any {
        precedence.keep_accesses(trace);
    }
    let drawn = (0..LINEARISATIONS).map(|seed| drawn(&precedence, trace, seed));
    Ok(std::iter::once(written).chain(drawn).collect())
}

/// A sequence drawn from a seed: each next step is any of those that are ready. Odd seeds prefer
/// late steps, which runs one thread far ahead of the others.
fn drawn(precedence: &Precedence, trace: &Trace, seed: u64) -> Vec<usize> {
    let mut random = Rng::new(seed);
    let mut state = State::start(precedence);
    let mut sequence = Vec::with_capacity(trace.steps.len());
    loop {
        let ready = state.ready(precedence);
        let Some(last) = ready.last() else {
            return sequence;
        };
        let next = match seed % 2 == 1 && random.below(8) > 0 {
            true => *last,
            false => *random.pick(&ready),
        };
        state.done.insert(next);
        sequence.push(next - 1);
    }
}

/// A copy of the array, and an element or a cell.
type Location = (Vec<i64>, Vec<i64>);

/// The origin of a value: the write and its step (`None`: before the region), and the element.
type Tag = (Option<(AccessId, usize)>, Element);

/// The original storage and the folded one.
pub(super) struct Storage<'a, F> {
    cell: &'a F,
    elements: BTreeMap<Location, Tag>,
    cells: BTreeMap<Location, Tag>,
    may_happens: bool,
    /// Whether writes of one instance happen in reverse order.
    backward: bool,
    /// Whether a value from before the region was read.
    read_live_in: bool,
}

impl<'a, F: Fn(&[i64]) -> Vec<i64>> Storage<'a, F> {
    pub(super) fn new(trace: &Trace, cell: &'a F, may_happens: bool, backward: bool) -> Self {
        let mut storage = Storage {
            cell,
            elements: BTreeMap::new(),
            cells: BTreeMap::new(),
            may_happens,
            backward,
            read_live_in: false,
        };
        if trace.live_in || trace.carried {
            for element in &trace.elements {
                storage.store(&[], element, (None, element.clone()));
            }
        }
        storage
    }

    pub(super) fn run(mut self, trace: &Trace, sequence: &[usize]) -> Result<(), Clash> {
        for k in sequence {
            let step = &trace.steps[*k];
            self.read_all(step)?;
            self.write_all(step, *k);
            if !step.reads_first {
                self.read_all(step)?;
            }
        }
        if trace.live_out || (trace.carried && self.read_live_in) {
            for element in &trace.elements {
                self.find(&[], element).map_err(|found| Clash::Lost {
                    element: element.clone(),
                    found,
                })?;
            }
        }
        Ok(())
    }

    fn read_all(&mut self, step: &Step) -> Result<(), Clash> {
        for read in &step.reads {
            for element in &read.elements {
                let found = self.find(&step.copy, element);
                let live_in = found.map_err(|found| Clash::WrongValue {
                    access: read.access,
                    instance: step.instance.clone(),
                    element: element.clone(),
                    found,
                })?;
                self.read_live_in |= live_in;
            }
        }
        Ok(())
    }

    /// Returns whether the value is from before the region, or the element that is found instead as
    /// the error.
    fn find(&self, copy: &[i64], element: &Element) -> Result<bool, Option<Element>> {
        let Some(tag) = self.elements.get(&(copy.to_vec(), element.clone())) else {
            return Ok(false);
        };
        let found = self.cells.get(&(copy.to_vec(), (self.cell)(element)));
        if found != Some(tag) {
            return Err(found.map(|(_, element)| element.clone()));
        }
        Ok(tag.0.is_none())
    }

    fn write_all(&mut self, step: &Step, k: usize) {
        let happens = |w: &&Touch| w.certain || self.may_happens;
        let mut writes: Vec<&Touch> = step.writes.iter().filter(happens).collect();
        if self.backward {
            writes.reverse();
        }
        for write in writes {
            for element in &write.elements {
                // A certain write stores the same value in all elements.
                let value = match write.certain {
                    true => &write.elements[0],
                    false => element,
                };
                let tag = (Some((write.access, k)), value.clone());
                self.store(&step.copy, element, tag);
            }
        }
    }

    fn store(&mut self, copy: &[i64], element: &Element, tag: Tag) {
        let cell = (self.cell)(element);
        self.cells.insert((copy.to_vec(), cell), tag.clone());
        self.elements.insert((copy.to_vec(), element.clone()), tag);
    }
}
