//! Events: each store of one execution with the iteration in which it happened and the events
//! whose values it read.

use crate::word::{EventId, Word};
use program::ObjectId;
use source::Span;
use std::ops::Range;

/// Where an event stored its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// A local scalar.
    Slot(ObjectId),
    /// Bytes of an object instance.
    Memory {
        /// The instance.
        object: u32,
        /// Its first byte.
        offset: i64,
        /// The number of bytes.
        bytes: u32,
    },
    /// Nowhere: a call, a condition, a result.
    None,
}

/// A read of an event.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Read {
    /// The place that is read, in the text.
    pub(crate) at: Span,
    /// What the read found.
    pub(crate) word: Word,
    /// Who wrote it.
    pub(crate) origin: EventId,
    /// The instance that was read, if it is not a local scalar.
    pub(crate) cell: Option<(u32, i64)>,
}

/// A store.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    /// The statement.
    pub(crate) at: Span,
    /// Index of its iteration.
    pub(crate) iteration: u32,
    /// What it stored.
    pub(crate) word: Word,
    /// Where.
    pub(crate) target: Target,
    /// Its reads, as indices into the trace.
    reads: Range<u32>,
}

/// An iteration of a loop: the values of the loop's counters in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Iteration {
    /// The iteration of the enclosing loop; that of the caller around the outermost loop.
    pub(crate) outer: u32,
    /// The counters.
    pub(crate) counters: Vec<(ObjectId, i64)>,
    /// The call from outside, counted from 1, if the iteration stands for all of it.
    pub(crate) call: u32,
}

/// All events of an execution.
#[derive(Debug)]
pub(crate) struct Trace {
    events: Vec<Event>,
    reads: Vec<Read>,
    iterations: Vec<Iteration>,
    /// Reads since the last event.
    first_pending: u32,
    /// The present iteration.
    pub(crate) now: u32,
}

impl Default for Trace {
    fn default() -> Trace {
        Trace {
            events: Vec::new(),
            reads: Vec::new(),
            // The first one is outside of all loops.
            iterations: vec![Iteration::default()],
            first_pending: 0,
            now: 0,
        }
    }
}

impl Trace {
    /// Remembers a read of the statement that executes.
    pub(crate) fn read(&mut self, read: Read) {
        self.reads.push(read);
    }

    /// The reads since the last event belong to a new event.
    pub(crate) fn event(&mut self, at: Span, word: Word, target: Target) -> EventId {
        let end = self.reads.len() as u32;
        self.events.push(Event {
            at,
            iteration: self.now,
            word,
            target,
            reads: self.first_pending..end,
        });
        self.first_pending = end;
        EventId(self.events.len() as u32)
    }

    /// An event with the reads of the last one.
    pub(crate) fn next_event(&mut self, at: Span, word: Word, target: Target) -> EventId {
        let reads = self.events.last().map_or(0..0, |event| event.reads.clone());
        self.events.push(Event {
            at,
            iteration: self.now,
            word,
            target,
            reads,
        });
        EventId(self.events.len() as u32)
    }

    /// Forgets the reads since the last event: they decided something, but stored nothing.
    pub(crate) fn forget_reads(&mut self) {
        self.reads.truncate(self.first_pending as usize);
    }

    /// The reads since the last event.
    pub(crate) fn pending(&self) -> &[Read] {
        let pending = self.reads.get(self.first_pending as usize..);
        pending.unwrap_or_default()
    }

    /// Enters an iteration of a loop inside the iteration `outer`.
    pub(crate) fn iterate(&mut self, outer: u32, counters: Vec<(ObjectId, i64)>) {
        self.now = self.iterations.len() as u32;
        self.iterations.push(Iteration {
            outer,
            counters,
            call: 0,
        });
    }

    /// Enters a call from outside.
    pub(crate) fn begin_call(&mut self, call: u32) {
        self.now = self.iterations.len() as u32;
        self.iterations.push(Iteration {
            call,
            ..Iteration::default()
        });
    }

    /// The call from outside that contains an iteration.
    pub(crate) fn call_of(&self, iteration: u32) -> u32 {
        let mut at = iteration;
        while at != 0 && self.iterations[at as usize].call == 0 {
            at = self.iterations[at as usize].outer;
        }
        self.iterations[at as usize].call
    }

    /// An event.
    pub(crate) fn get(&self, id: EventId) -> Option<&Event> {
        self.events.get((id.0 as usize).checked_sub(1)?)
    }

    /// All events in the order of time.
    pub(crate) fn events(&self) -> impl Iterator<Item = (EventId, &Event)> {
        let ids = (1..).map(EventId);
        ids.zip(&self.events)
    }

    /// The reads of an event in the order of evaluation.
    pub(crate) fn reads_of(&self, event: &Event) -> &[Read] {
        let range = event.reads.start as usize..event.reads.end as usize;
        self.reads.get(range).unwrap_or_default()
    }

    /// The counters of an iteration, outermost first.
    pub(crate) fn counters(&self, iteration: u32) -> Vec<(ObjectId, i64)> {
        let mut counters: Vec<(ObjectId, i64)> = Vec::new();
        let mut at = iteration;
        while at != 0 {
            let here = &self.iterations[at as usize];
            for &(object, value) in here.counters.iter().rev() {
                if counters.iter().all(|&(other, _)| other != object) {
                    counters.push((object, value));
                }
            }
            at = here.outer;
        }
        counters.reverse();
        counters
    }

    /// The size of the record, in entries.
    pub(crate) fn len(&self) -> usize {
        self.events.len() + self.reads.len() + self.iterations.len()
    }
}
