//! What each element may hold at each step, and which reads may find it.

use super::trace::{Step, Touch, Trace};
use super::{Element, Moment, Value};
use std::collections::{BTreeMap, BTreeSet};

/// All values of an execution.
pub(super) struct History {
    /// In the order of their births.
    pub(super) values: Vec<Value>,
    pub(super) reads_live_in: bool,
    /// Values from before the region and reads after it count.
    pub(super) crosses: bool,
}

/// What each element may hold: indices of values.
type Memory = BTreeMap<Element, BTreeSet<usize>>;

struct Machine {
    values: Vec<Value>,
    memory: Memory,
    reads_live_in: bool,
}

/// Follows all steps.
pub(super) fn follow(trace: &Trace) -> History {
    let mut machine = Machine::start(trace);
    for (k, step) in trace.steps.iter().enumerate() {
        machine.step(step, 2 * k as Moment);
    }
    let crosses = !trace.carried || trace.live_out || machine.reads_live_in;
    if crosses && (trace.live_out || trace.carried) {
        for element in &trace.elements {
            machine.read(element, trace.end());
        }
    }
    History {
        reads_live_in: machine.reads_live_in,
        values: machine.values,
        crosses,
    }
}

impl Machine {
    fn start(trace: &Trace) -> Self {
        let mut machine = Machine {
            values: Vec::new(),
            memory: Memory::new(),
            reads_live_in: false,
        };
        if trace.live_in || trace.carried {
            for element in &trace.elements {
                let value = machine.store(None, &[], element, -1);
                machine
                    .memory
                    .insert(element.clone(), BTreeSet::from([value]));
            }
        }
        machine
    }

    fn step(&mut self, step: &Step, reads_at: Moment) {
        let written = self.stored(step, reads_at + 1);
        if step.reads_first {
            self.read_all(&step.reads, reads_at);
            self.settle(written);
            return;
        }
        // Some of the writes may come before the reads: the memory is what it was, or newer.
        for (element, stored) in &written {
            self.memory
                .entry(element.clone())
                .or_default()
                .extend(&stored.all);
        }
        self.read_all(&step.reads, reads_at + 1);
        self.settle(written);
    }

    fn read_all(&mut self, reads: &[Touch], until: Moment) {
        for element in reads.iter().flat_map(|r| &r.elements) {
            self.reads_live_in |= self.read(element, until);
        }
    }

    /// Whether a value from before the region may be found.
    fn read(&mut self, element: &Element, until: Moment) -> bool {
        let found = self.memory.get(element).cloned().unwrap_or_default();
        let mut live_in = false;
        for index in found {
            let value = &mut self.values[index];
            value.last = value.last.max(Some(until));
            live_in |= value.write.is_none();
        }
        live_in
    }

    fn store(
        &mut self,
        write: Option<&Touch>,
        instance: &[i64],
        element: &Element,
        born: Moment,
    ) -> usize {
        self.values.push(Value {
            write: write.map(|w| w.access),
            instance: instance.to_vec(),
            element: element.clone(),
            born,
            last: None,
        });
        self.values.len() - 1
    }

    /// The new values of a step, by element.
    fn stored(&mut self, step: &Step, at: Moment) -> BTreeMap<Element, Stored> {
        let mut stored: BTreeMap<Element, Stored> = BTreeMap::new();
        for write in &step.writes {
            for element in &write.elements {
                let value = self.store(Some(write), &step.instance, element, at);
                let slot = stored.entry(element.clone()).or_default();
                slot.all.insert(value);
                slot.certain |= write.certain;
            }
        }
        stored
    }

    /// After the step: any of its values, and the older ones unless a write is certain.
    fn settle(&mut self, written: BTreeMap<Element, Stored>) {
        for (element, stored) in written {
            let slot = self.memory.entry(element).or_default();
            if stored.certain {
                slot.clear();
            }
            slot.extend(stored.all);
        }
    }
}

/// What one step stores in one element.
#[derive(Default)]
struct Stored {
    all: BTreeSet<usize>,
    certain: bool,
}
