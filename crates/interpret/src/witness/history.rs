//! One recorded execution with its text: occurrences, and the events from which values came.

use crate::observation::Run;
use crate::trace::{Event, Read, Target};
use crate::version::Version;
use crate::witness::Occurrence;
use crate::word::{EventId, TermId, Word};
use program::ObjectId;
use source::Span;

/// Texts in messages have at most this many characters.
const MAX_TEXT: usize = 60;

/// An execution and the version that it executes.
#[derive(Clone, Copy)]
pub(super) struct History<'x> {
    pub(super) run: &'x Run<'x, true>,
    pub(super) version: Version<'x>,
}

impl<'x> History<'x> {
    /// An event.
    pub(super) fn event(&self, id: EventId) -> Option<&'x Event> {
        self.run.machine.trace.get(id)
    }

    /// A place in the text in an iteration.
    pub(super) fn occurrence(&self, at: Span, iteration: u32) -> Occurrence {
        let trace = &self.run.machine.trace;
        let counters = trace.counters(iteration);
        occurrence(self.version, at, counters, trace.call_of(iteration))
    }

    /// An event as an occurrence of its statement.
    pub(super) fn of(&self, event: &Event) -> Occurrence {
        self.occurrence(event.at, event.iteration)
    }

    /// The reads of an event.
    pub(super) fn reads(&self, event: &Event) -> &'x [Read] {
        self.run.machine.trace.reads_of(event)
    }

    /// The read of an event that found a value with this term.
    pub(super) fn read_of(&self, id: EventId, word: Word) -> Option<&'x Read> {
        let event = self.event(id)?;
        self.reads(event).iter().find(|read| same(read.word, word))
    }

    /// The event that computed the value which an event stores: copies are followed.
    pub(super) fn producer(&self, id: EventId) -> EventId {
        let mut at = id;
        while let Some(event) = self.event(at)
            && event.word.term != TermId::NUMBER
            && let Some(read) = self.read_of(at, event.word)
            && read.origin != EventId(0)
        {
            at = read.origin;
        }
        at
    }

    /// A read of a local scalar that is a copy: the read that filled the scalar.
    pub(super) fn through_scalars(&self, id: EventId, read: &'x Read) -> (EventId, &'x Read) {
        let (mut at, mut read) = (id, read);
        while read.cell.is_none()
            && let Some(event) = self.event(read.origin)
            && matches!(event.target, Target::Slot(_) | Target::None)
            && let Some(inner) = self.read_of(read.origin, read.word)
        {
            at = read.origin;
            read = inner;
        }
        (at, read)
    }
}

/// A place in the text of a version, with the values of the counters around it.
pub(super) fn occurrence(
    version: Version<'_>,
    at: Span,
    counters: Vec<(ObjectId, i64)>,
    call: u32,
) -> Occurrence {
    let objects = &version.program.objects;
    let name = |id: ObjectId| objects.get(id.0 as usize).map(|object| object.name.clone());
    let named = counters.into_iter();
    let named = named.map(|(object, value)| (name(object).unwrap_or_default(), value));
    Occurrence {
        line: version.text.line_col(at.start).line,
        span: at,
        text: one_line(&version.text.slice(at)),
        iteration: named.collect(),
        call,
    }
}

/// Whether two values are the same term; numbers by their bits.
pub(super) fn same(a: Word, b: Word) -> bool {
    a.term == b.term && (a.term != TermId::NUMBER || (a.bits, a.tag) == (b.bits, b.tag))
}

/// A text without line breaks, cut if it is long.
pub(super) fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    match line.char_indices().nth(MAX_TEXT) {
        Some((end, _)) => format!("{} ..", &line[..end]),
        None => line,
    }
}
