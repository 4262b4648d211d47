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
    /// Ascending.
    pub(super) uses: Vec<Moment>,
}

impl Life {
    pub(super) fn last(&self) -> Option<Moment> {
        self.uses.last().copied()
    }
}

/// All lives of an execution that are read, and the moments of all stores.
pub(super) fn lives(trace: &Trace, mode: Mode) -> Vec<Life> {
    let mut machine = Machine::new(trace);
    for (k, step) in trace.steps.iter().enumerate() {
        machine.step(step, 2 * k as Moment);
    }
    machine.end(trace);
    match mode {
        Mode::Value => machine.ended,
        Mode::Element => machine.whole(trace),
    }
}

/// Every element that is written needs its cell at that moment, read or not.
pub(super) fn stores(trace: &Trace, mode: Mode) -> impl Iterator<Item = (Cell, Moment)> {
    let steps = trace.steps.iter().enumerate();
    steps.flat_map(move |(k, step)| {
        let at = 2 * k as Moment + 1;
        let cell = move |store: &Store| match mode {
            Mode::Value => (cell_of(store, at), at),
            Mode::Element => (Cell::Element(store.element), at),
        };
        step.stores.iter().map(cell)
    })
}

fn cell_of(store: &Store, at: Moment) -> Cell {
    match store.shared {
        Some(access) => Cell::Shared(access, at),
        None => Cell::Element(store.element),
    }
}

/// What an element may hold. Values of the element alone that may be in it together live as one: every
/// read that may find one of them may find them all.
#[derive(Clone, Default)]
struct Slot {
    lives: Vec<Life>,
}

struct Machine {
    slots: Vec<Slot>,
    ended: Vec<Life>,
    reads_live_in: bool,
    /// First write, by element; before the region if such a value is read.
    births: Vec<Option<Moment>>,
    /// All moments at which an element is read.
    reads: Vec<Vec<Moment>>,
}

/// The moment before the region.
const BEFORE: Moment = -1;

impl Machine {
    fn new(trace: &Trace) -> Self {
        let mut slots = vec![Slot::default(); trace.elements];
        if trace.starts_full {
            for (element, slot) in slots.iter_mut().enumerate() {
                slot.hold(Cell::Element(element as Element), BEFORE);
            }
        }
        Machine {
            slots,
            ended: Vec::new(),
            reads_live_in: false,
            births: vec![None; trace.elements],
            reads: vec![Vec::new(); trace.elements],
        }
    }

    fn step(&mut self, step: &Step, reads_at: Moment) {
        let writes_at = reads_at + 1;
        if !step.reads_first {
            self.hold_all(step, writes_at);
        }
        let until = if step.reads_first {
            reads_at
        } else {
            writes_at
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
            self.births[element].get_or_insert(at);
            self.slots[element].hold(cell_of(store, at), at);
        }
    }

    /// Whether a value from before the region may be found.
    fn read(&mut self, element: Element, until: Moment) -> bool {
        let element = element as usize;
        self.reads[element].push(until);
        let mut live_in = false;
        for life in &mut self.slots[element].lives {
            life.uses.push(until);
            live_in |= life.first == BEFORE;
        }
        if live_in {
            self.births[element] = Some(BEFORE);
        }
        live_in
    }

    fn clear(&mut self, element: Element) {
        let lives = std::mem::take(&mut self.slots[element as usize].lives);
        self.ended
            .extend(lives.into_iter().filter(|l| !l.uses.is_empty()));
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
    fn whole(self, trace: &Trace) -> Vec<Life> {
        let all = (0..trace.elements).zip(self.births).zip(self.reads);
        let life = |((element, first), uses): ((usize, Option<Moment>), Vec<Moment>)| {
            let first = first?;
            let life = Life {
                cell: Cell::Element(element as Element),
                first,
                uses: uses.into_iter().filter(|u| *u >= first).collect(),
            };
            (!life.uses.is_empty()).then_some(life)
        };
        all.filter_map(life).collect()
    }
}

impl Slot {
    fn hold(&mut self, cell: Cell, first: Moment) {
        if self.lives.iter().all(|l| l.cell != cell) {
            self.lives.push(Life {
                cell,
                first,
                uses: Vec::new(),
            });
        }
    }
}
