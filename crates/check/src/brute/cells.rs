//! A scop executed on the original storage and on folded storage side by side.

use super::trace::{Step, Touch, Trace};
use super::{BruteError, Element};
use scop::{AccessId, ArrayId, Scop};
use std::collections::BTreeMap;

/// Why folded storage is not shown to work.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Clash {
    /// A read finds what another element stored.
    #[error("access {} at {instance:?} reads {element:?} and finds what {found:?} stored", access.0)]
    WrongValue {
        /// The read.
        access: AccessId,
        /// The iterators of its statement.
        instance: Vec<i64>,
        /// What it reads.
        element: Element,
        /// The element whose value is in the cell; `None` if nothing was stored there.
        found: Option<Element>,
    },
    /// After the region an element does not hold its last value.
    #[error("after the region {element:?} is lost to {found:?}")]
    Lost {
        /// What is read after the region.
        element: Element,
        /// The element whose value is in its cell.
        found: Option<Element>,
    },
    /// It could not be executed.
    #[error(transparent)]
    Brute(#[from] BruteError),
}

/// Executes the accesses to `array` with element `x` stored in cell `cell(x)`, and finds the first
/// read that gets another value than in the original.
///
/// Tried are the executions in which all may-writes happen and in which none does, with the writes
/// of one instance in both orders: no clash is reported that does not exist, but with may-accesses
/// some may be missed. Reads of what was never written are not looked at.
///
/// # Errors
/// The first wrong value, or why there was no execution.
pub fn simulate_cells(
    scop: &Scop,
    array: ArrayId,
    cell: impl Fn(&[i64]) -> Vec<i64>,
    params: &[(String, i64)],
) -> Result<(), Clash> {
    let trace = Trace::new(scop, array, params)?;
    for may_happens in [true, false] {
        for backward in [false, true] {
            Storage::new(&trace, &cell, may_happens, backward).run(&trace)?;
        }
    }
    Ok(())
}

/// What was stored: which write, of which step, to which element. `None`: from before the region.
type Tag = (Option<(AccessId, usize)>, Element);

struct Storage<'a, F> {
    cell: &'a F,
    elements: BTreeMap<Element, Tag>,
    cells: BTreeMap<Vec<i64>, Tag>,
    may_happens: bool,
    /// Writes of one instance happen in the opposite order.
    backward: bool,
    /// A value from before the region was read.
    read_live_in: bool,
}

impl<'a, F: Fn(&[i64]) -> Vec<i64>> Storage<'a, F> {
    fn new(trace: &Trace, cell: &'a F, may_happens: bool, backward: bool) -> Self {
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
                storage.store(element, (None, element.clone()));
            }
        }
        storage
    }

    fn run(mut self, trace: &Trace) -> Result<(), Clash> {
        for (k, step) in trace.steps.iter().enumerate() {
            self.read_all(step)?;
            self.write_all(step, k);
            if !step.reads_first {
                self.read_all(step)?;
            }
        }
        if trace.live_out || (trace.carried && self.read_live_in) {
            for element in &trace.elements {
                self.find(element).map_err(|found| Clash::Lost {
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
                let live_in = self.find(element).map_err(|found| Clash::WrongValue {
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

    /// Whether the value is from before the region; the error is the element that is found instead.
    fn find(&self, element: &Element) -> Result<bool, Option<Element>> {
        let Some(tag) = self.elements.get(element) else {
            return Ok(false);
        };
        let found = self.cells.get(&(self.cell)(element));
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
                // A certain write stores the same in all of them.
                let value = match write.certain {
                    true => &write.elements[0],
                    false => element,
                };
                self.store(element, (Some((write.access, k)), value.clone()));
            }
        }
    }

    fn store(&mut self, element: &Element, tag: Tag) {
        self.cells.insert((self.cell)(element), tag.clone());
        self.elements.insert(element.clone(), tag);
    }
}
