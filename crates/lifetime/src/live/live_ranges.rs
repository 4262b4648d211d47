//! Live ranges of cells, found by following an execution step by step.
//!
//! Step `k` reads at moment `2k` and writes at `2k + 1`; -1 is before all steps, twice their number
//! after them. Where the order inside a step is unknown, its reads may be last.

use super::trace::{Element, Step, Store, Trace};
use crate::mode::Mode;

/// A point in time, numbered as described above.
pub(super) type Moment = i64;

/// The content of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cell {
    /// An element of the array.
    Element(Element),
    /// The value that one access stored in several elements at one moment.
    Shared(u32, Moment),
}

/// A cell that is needed from `first` to each of `uses`, all included.
#[derive(Clone, Debug)]
pub(super) struct LiveRange {
    pub(super) cell: Cell,
    pub(super) first: Moment,
    /// Ascending, none before `first`.
    pub(super) uses: Vec<Moment>,
}

impl LiveRange {
    pub(super) fn last(&self) -> Moment {
        self.uses.last().copied().unwrap_or(self.first)
    }

    /// This range, and one for each store into its cell after its last use. (A value from before
    /// the region that is never read has no range.)
    fn with_unused_stores(self, stores: impl Iterator<Item = Moment>) -> Vec<LiveRange> {
        let (cell, last) = (self.cell, self.last());
        let unused = stores.filter(|at| *at > last).map(|at| LiveRange {
            cell,
            first: at,
            uses: Vec::new(),
        });
        let unused: Vec<LiveRange> = unused.collect();
        let own = (self.first > BEFORE || !self.uses.is_empty()).then_some(self);
        own.into_iter().chain(unused).collect()
    }
}

/// All live ranges of an execution, in no order; no two of one cell begin at the same moment. A
/// stored value needs its cell at that moment even if it is never read. `None` if the contents of
/// elements matter that are not known.
pub(super) fn live_ranges(trace: &Trace, mode: Mode) -> Option<Vec<LiveRange>> {
    let mut execution = Execution::new(trace);
    for (k, step) in trace.steps.iter().enumerate() {
        execution.step(step, 2 * k as Moment);
    }
    execution.end(trace);
    let known = trace.has_all || !execution.reads_live_in;
    known.then(|| {
        merged(match mode {
            Mode::Value => execution.ended,
            Mode::Element => execution.whole(),
        })
    })
}

/// Merges the ranges of one cell that begin together.
fn merged(mut ranges: Vec<LiveRange>) -> Vec<LiveRange> {
    ranges.sort_by_key(|range| (range.cell, range.first));
    let mut merged: Vec<LiveRange> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match merged.last_mut() {
            Some(last) if (last.cell, last.first) == (range.cell, range.first) => {
                last.uses.extend(range.uses);
                last.uses.sort_unstable();
            }
            _ => merged.push(range),
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

/// A cell with all stores into it and uses of it.
#[derive(Clone)]
struct CellHistory {
    cell: Cell,
    stores: Vec<Moment>,
    uses: Vec<Moment>,
}

impl CellHistory {
    fn ranges(self) -> Vec<LiveRange> {
        let range = self.stores.first().map(|first| LiveRange {
            cell: self.cell,
            first: *first,
            uses: self.uses,
        });
        let ranges = range.map(|range| range.with_unused_stores(self.stores.into_iter()));
        ranges.unwrap_or_default()
    }
}

struct Execution {
    /// By element: the values that it may hold. Unshared values that may be in one element together
    /// have one history: every read that may find one of them may find them all.
    slots: Vec<Vec<CellHistory>>,
    ended: Vec<LiveRange>,
    reads_live_in: bool,
    /// By element: all stores and uses, whichever value they concern.
    whole: Vec<CellHistory>,
}

/// The moment before the region.
const BEFORE: Moment = -1;

impl Execution {
    fn new(trace: &Trace) -> Self {
        let held = |element: usize, stores: Vec<Moment>| CellHistory {
            cell: Cell::Element(element as Element),
            stores,
            uses: Vec::new(),
        };
        let slot = |element: usize| match trace.starts_full {
            true => vec![held(element, vec![BEFORE])],
            false => Vec::new(),
        };
        Execution {
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
                None => slot.push(CellHistory {
                    cell,
                    stores: vec![at],
                    uses: Vec::new(),
                }),
            }
        }
    }

    /// Adds a use of all values that the element may hold. Returns whether one of them may be from
    /// before the region.
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
        self.ended
            .extend(slot.into_iter().flat_map(CellHistory::ranges));
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

    /// One range per element, from its first write to its last read.
    fn whole(self) -> Vec<LiveRange> {
        self.whole
            .into_iter()
            .flat_map(CellHistory::ranges)
            .collect()
    }
}
