//! The values that each element may hold at each step, and the reads that may find them.

use super::outcome::{Element, Moment, Value};
use super::trace::{Step, Touch, Trace};
use std::collections::{BTreeMap, BTreeSet};

/// All values of an execution.
pub(super) struct History {
    /// In the order of their births.
    pub(super) values: Vec<Value>,
    /// By value: the moments until which reads need it.
    pub(super) uses: Vec<Vec<Moment>>,
    pub(super) reads_live_in: bool,
    /// Whether values from before the region, and reads after it, count.
    pub(super) crosses: bool,
}

/// The values that each element of each copy may hold, as indices.
type Memory = BTreeMap<Cell, BTreeSet<usize>>;

/// A copy of the array, and an element.
type Cell = (Vec<i64>, Element);

struct Machine {
    values: Vec<Value>,
    uses: Vec<Vec<Moment>>,
    memory: Memory,
    reads_live_in: bool,
}

/// Executes all steps.
pub(super) fn follow(trace: &Trace) -> History {
    let mut machine = Machine::start(trace);
    for (k, step) in trace.steps.iter().enumerate() {
        machine.step(step, 2 * k as Moment);
    }
    let crosses = !trace.carried || trace.live_out || machine.reads_live_in;
    if crosses && (trace.live_out || trace.carried) {
        for element in &trace.elements {
            machine.read((Vec::new(), element.clone()), trace.end());
        }
    }
    History {
        reads_live_in: machine.reads_live_in,
        values: machine.values,
        uses: machine.uses,
        crosses,
    }
}

impl Machine {
    fn start(trace: &Trace) -> Self {
        let mut machine = Machine {
            values: Vec::new(),
            uses: Vec::new(),
            memory: Memory::new(),
            reads_live_in: false,
        };
        if trace.live_in || trace.carried {
            for element in &trace.elements {
                let cell = (Vec::new(), element.clone());
                let value = machine.store(None, &[], &cell, -1);
                machine.memory.insert(cell, BTreeSet::from([value]));
            }
        }
        machine
    }

    fn step(&mut self, step: &Step, reads_at: Moment) {
        let written = self.stored(step, reads_at + 1);
        if step.reads_first {
            self.read_all(step, reads_at);
            self.settle(written);
            return;
        }
        // Some of the writes may happen before the reads: the memory is old or new.
        for (cell, stored) in &written {
            self.memory
                .entry(cell.clone())
                .or_default()
                .extend(&stored.all);
        }
        self.read_all(step, reads_at + 1);
        self.settle(written);
    }

    fn read_all(&mut self, step: &Step, until: Moment) {
        for element in step.reads.iter().flat_map(|r| &r.elements) {
            self.reads_live_in |= self.read((step.copy.clone(), element.clone()), until);
        }
    }

    /// Reads an element. Returns whether a value from before the region may be found.
    fn read(&mut self, cell: Cell, until: Moment) -> bool {
        let found = self.memory.get(&cell).cloned().unwrap_or_default();
        let mut live_in = false;
        for index in found {
            let value = &mut self.values[index];
            value.last = value.last.max(Some(until));
            self.uses[index].push(until);
            live_in |= value.write.is_none();
        }
        live_in
    }

    fn store(
        &mut self,
        write: Option<&Touch>,
        instance: &[i64],
        (copy, element): &Cell,
        born: Moment,
    ) -> usize {
        self.uses.push(Vec::new());
        self.values.push(Value {
            write: write.map(|w| w.access),
            instance: instance.to_vec(),
            copy: copy.clone(),
            element: element.clone(),
            born,
            last: None,
        });
        self.values.len() - 1
    }

    /// The new values of a step, by element.
    fn stored(&mut self, step: &Step, at: Moment) -> BTreeMap<Cell, Stored> {
        let mut stored: BTreeMap<Cell, Stored> = BTreeMap::new();
        for write in &step.writes {
            for element in &write.elements {
                let cell = (step.copy.clone(), element.clone());
                let value = self.store(Some(write), &step.instance, &cell, at);
                let slot = stored.entry(cell).or_default();
                slot.all.insert(value);
                slot.certain |= write.certain;
            }
        }
        stored
    }

    /// Updates the memory after a step: a certain write replaces the older values, others add to
    /// them.
    fn settle(&mut self, written: BTreeMap<Cell, Stored>) {
        for (cell, stored) in written {
            let slot = self.memory.entry(cell).or_default();
            if stored.certain {
                slot.clear();
            }
            slot.extend(stored.all);
        }
    }
}

/// The values that one step stores in one element.
#[derive(Default)]
struct Stored {
    all: BTreeSet<usize>,
    certain: bool,
}
