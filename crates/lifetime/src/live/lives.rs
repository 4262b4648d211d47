//! Who needs a cell from when to when, found by following an execution step by step.
//!
//! Step `k` reads at moment `2k` and writes at `2k + 1`; -1 is before all steps, twice their number after
//! them. Where the order inside a step is unknown, its reads may come last.

use super::trace::{Element, Step, Store, Trace};
use crate::Mode;

/// See above.
pub(super) type Moment = i64;

/// What takes one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cell {
    /// An element of the array.
    Element(Element),
    /// What one access stored in several elements at one moment.
    Shared(u32, Moment),
}

/// A cell that is needed from `first` to each of `uses`, all included.
#[derive(Clone, Debug)]
pub(super) struct Life {
    pub(super) cell: Cell,
    pub(super) first: Moment,
    /// Ascending, none before `first`.
    pub(super) uses: Vec<Moment>,
}

impl Life {
    pub(super) fn last(&self) -> Moment {
        self.uses.last().copied().unwrap_or(self.first)
    }

    /// Itself, and each store into its cell behind its last use. (Nobody needs what was there before the
    /// region if it is not read.)
    fn with_late(self, stores: impl Iterator<Item = Moment>) -> Vec<Life> {
        let (cell, last) = (self.cell, self.last());
        let late = stores.filter(|at| *at > last).map(|at| Life {
            cell,
            first: at,
            uses: Vec::new(),
        });
        let late: Vec<Life> = late.collect();
        let own = (self.first > BEFORE || !self.uses.is_empty()).then_some(self);
        own.into_iter().chain(late).collect()
    }
}

/// All lives of an execution, in no order; no two of one cell begin at the same moment. What is stored
/// needs its cell at that moment, read or not. `None` if it matters what elements hold that are not known.
pub(super) fn lives(trace: &Trace, mode: Mode) -> Option<Vec<Life>> {
    let mut machine = Machine::new(trace);
    for (k, step) in trace.steps.iter().enumerate() {
        machine.step(step, 2 * k as Moment);
    }
    machine.end(trace);
    let known = trace.has_all || !machine.reads_live_in;
    known.then(|| {
        merged(match mode {
            Mode::Value => machine.ended,
            Mode::Element => machine.whole(),
        })
    })
}

/// Lives of one cell that begin together, as one.
fn merged(mut lives: Vec<Life>) -> Vec<Life> {
    lives.sort_by_key(|life| (life.cell, life.first));
    let mut merged: Vec<Life> = Vec::with_capacity(lives.len());
    for life in lives {
        match merged.last_mut() {
            Some(last) if (last.cell, last.first) == (life.cell, life.first) => {
                last.uses.extend(life.uses);
                last.uses.sort_unstable();
            }
            _ => merged.push(life),
        }
    }
    merged
}

fn cell_of(store: &Store, at: Moment) -> Cell {
    match store.shared {
        Some(access) => Cell::Shared(access, at),
        None => Cell::Element(store.element),
    }
}

/// A cell with all that is stored into it and read from it.
#[derive(Clone)]
struct Held {
    cell: Cell,
    stores: Vec<Moment>,
    uses: Vec<Moment>,
}

impl Held {
    fn lives(self) -> Vec<Life> {
        let life = self.stores.first().map(|first| Life {
            cell: self.cell,
            first: *first,
            uses: self.uses,
        });
        let lives = life.map(|life| life.with_late(self.stores.into_iter()));
        lives.unwrap_or_default()
    }
}

struct Machine {
    /// What each element may hold. Values of the element alone that may be in it together live as one:
    /// every read that may find one of them may find them all.
    slots: Vec<Vec<Held>>,
    ended: Vec<Life>,
    reads_live_in: bool,
    /// By element: all that happens to it, whatever is in it.
    whole: Vec<Held>,
}

/// The moment before the region.
const BEFORE: Moment = -1;

impl Machine {
    fn new(trace: &Trace) -> Self {
        let held = |element: usize, stores: Vec<Moment>| Held {
            cell: Cell::Element(element as Element),
            stores,
            uses: Vec::new(),
        };
        let slot = |element: usize| match trace.starts_full {
            true => vec![held(element, vec![BEFORE])],
            false => Vec::new(),
        };
        Machine {
            slots: (0..trace.elements).map(slot).collect(),
            ended: Vec::new(),
            reads_live_in: false,
            whole: (0..trace.elements).map(|e| held(e, Vec::new())).collect(),
        }
    }

    fn step(&mut self, step: &Step, reads_at: Moment) {
        let writes_at = reads_at + 1;
        if !step.reads_first {
            self.hold_all(step, writes_at);
        }
        let until = match step.reads_first {
            true => reads_at,
            false => writes_at,
        };
        for element in &step.reads {
            self.reads_live_in |= self.read(*element, until);
        }
        for store in step.stores.iter().filter(|s| s.certain) {
            self.clear(store.element);
        }
        self.hold_all(step, writes_at);
    }

    fn hold_all(&mut self, step: &Step, at: Moment) {
        for store in &step.stores {
            let element = store.element as usize;
            self.whole[element].stores.push(at);
            let (slot, cell) = (&mut self.slots[element], cell_of(store, at));
            match slot.iter_mut().find(|held| held.cell == cell) {
                Some(held) => held.stores.push(at),
                None => slot.push(Held {
                    cell,
                    stores: vec![at],
                    uses: Vec::new(),
                }),
            }
        }
    }

    /// Whether a value from before the region may be found.
    fn read(&mut self, element: Element, until: Moment) -> bool {
        let element = element as usize;
        let whole = &mut self.whole[element];
        let mut live_in = false;
        for held in &mut self.slots[element] {
            held.uses.push(until);
            live_in |= held.stores.first() == Some(&BEFORE);
        }
        if live_in && whole.stores.first() != Some(&BEFORE) {
            whole.stores.insert(0, BEFORE);
        }
        if !whole.stores.is_empty() {
            whole.uses.push(until);
        }
        live_in
    }

    fn clear(&mut self, element: Element) {
        let slot = std::mem::take(&mut self.slots[element as usize]);
        self.ended.extend(slot.into_iter().flat_map(Held::lives));
    }

    fn end(&mut self, trace: &Trace) {
        let counts = !trace.carried || self.reads_live_in;
        for element in 0..trace.elements as Element {
            if trace.read_after && counts {
                self.read(element, 2 * trace.steps.len() as Moment);
            }
            self.clear(element);
        }
    }

    /// One life per element, from its first write to its last read.
    fn whole(self) -> Vec<Life> {
        self.whole.into_iter().flat_map(Held::lives).collect()
    }
}
