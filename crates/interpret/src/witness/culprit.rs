//! The search for the read that finds the wrong value: both executions are followed from a
//! differing result to its operands, as long as the same operators are applied.

use crate::trace::{Event, Operand, Term, Terms};
use crate::witness::history::{History, same};
use crate::witness::{Finding, Source};
use crate::word::{EventId, Tag, TermId, Word};
use std::collections::HashMap;

/// The search ends after so many steps.
const MAX_STEPS: usize = 100_000;

/// Two executions, the first of which is right.
pub(super) struct Search<'x> {
    pub(super) before: History<'x>,
    pub(super) after: History<'x>,
    pub(super) terms: &'x Terms,
    /// The first event of the original that stored each term.
    known: HashMap<TermId, EventId>,
}

/// A value, and the event in which it occurs.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub(super) event: EventId,
    pub(super) word: Word,
}

impl<'x> Search<'x> {
    pub(super) fn new(before: History<'x>, after: History<'x>, terms: &'x Terms) -> Search<'x> {
        let mut known = HashMap::new();
        for (id, event) in before.run.machine.trace.events() {
            if event.word.term != TermId::NUMBER {
                known.entry(event.word.term).or_insert(id);
            }
        }
        Search {
            before,
            after,
            terms,
            known,
        }
    }

    /// The reason why two values differ.
    pub(super) fn finding(&self, element: &str, values: [At; 2]) -> Option<Finding> {
        let [mut before, mut after] = values;
        let mut is_root = true;
        for _ in 0..MAX_STEPS {
            let reads = [
                self.before.read_of(before.event, before.word),
                self.after.read_of(after.event, after.word),
            ];
            if let Some(read) = reads[1]
                && self.is_final(after.word)
            {
                return Some(self.culprit(before, after, read));
            }
            if is_root && reads[1].is_none() && self.is_misplaced(after) {
                return self.misplaced(element, before, after);
            }
            if same(before.word, after.word) {
                return None;
            }
            let moved = [step(&mut before, reads[0]), step(&mut after, reads[1])];
            is_root &= moved[1];
            if moved == [false; 2] {
                let Some((b, a)) = self.operands(before.word, after.word) else {
                    return self.other_term(element, before, after);
                };
                before.word = b;
                after.word = a;
                is_root = false;
            }
        }
        None
    }

    /// Whether the search ends at a read of this value: the original knows it, from elsewhere.
    fn is_final(&self, word: Word) -> bool {
        let leaf = match self.terms.get(word.term) {
            None => true,
            Some(Term::Apply(..)) => false,
            Some(_) => true,
        };
        leaf || self.known.contains_key(&word.term)
    }

    /// The first operands that differ, if both terms apply the same operator.
    fn operands(&self, before: Word, after: Word) -> Option<(Word, Word)> {
        let (Term::Apply(f, xs), Term::Apply(g, ys)) =
            (self.terms.get(before.term)?, self.terms.get(after.term)?)
        else {
            return None;
        };
        if f != g || xs.len() != ys.len() {
            return None;
        }
        let only = |these: &[Operand], others: &[Operand]| {
            let mut others = others.to_vec();
            let mut rest = these.to_vec();
            rest.retain(|operand| match others.iter().position(|o| o == operand) {
                Some(n) => {
                    others.swap_remove(n);
                    false
                }
                None => true,
            });
            rest
        };
        let positional = xs.iter().zip(ys).filter(|(x, y)| x != y).count();
        let (b, a) = (only(xs, ys), only(ys, xs));
        // Operands that were only exchanged do not count, unless nothing else remains.
        match (b.first(), a.first(), positional) {
            (Some(b), Some(a), _) => Some((value(*b), value(*a))),
            (_, _, 0) => None,
            _ => {
                let (b, a) = xs.iter().zip(ys).find(|(x, y)| x != y)?;
                Some((value(*b), value(*a)))
            }
        }
    }

    fn culprit(&self, before: At, after: At, read: &'x crate::trace::Read) -> Finding {
        let (event, read) = self.after.through_scalars(after.event, read);
        let iteration = self.after.event(event).map_or(0, |event| event.iteration);
        let original = self.before.read_of(before.event, before.word);
        let original = original.map(|read| self.before.through_scalars(before.event, read));
        let expected = match original {
            Some((_, read)) => self.source(self.before, read.word, read.origin),
            None => self.source(self.before, before.word, before.event),
        };
        let row = self.row_of(original.map_or(before.event, |(_, read)| read.origin));
        let original = original.map(|(id, read)| {
            let iteration = self.before.event(id).map_or(0, |event| event.iteration);
            self.before.occurrence(read.at, iteration)
        });
        let mut holds = self.source(self.after, read.word, read.origin);
        let mut reads = expected;
        self.name_rows(&mut holds, &mut reads, read.word, row.as_ref());
        Finding::Read {
            read: self.after.occurrence(read.at, iteration),
            holds,
            original,
            reads,
        }
    }

    /// Whether the original computes the same value in the same iteration, but stores it elsewhere.
    fn is_misplaced(&self, after: At) -> bool {
        let Some(event) = self
            .known
            .get(&after.word.term)
            .and_then(|&id| self.before.event(id))
        else {
            return false;
        };
        let values = |history: History<'_>, event: &Event| {
            let counters = history.of(event).iteration.into_iter();
            counters.map(|(_, value)| value).collect::<Vec<_>>()
        };
        let here = self
            .after
            .event(after.event)
            .map(|event| values(self.after, event));
        here == Some(values(self.before, event))
    }

    fn misplaced(&self, element: &str, before: At, after: At) -> Option<Finding> {
        let event = self.after.event(after.event)?;
        Some(Finding::Misplaced {
            element: element.to_string(),
            at: self.after.of(event),
            holds: self.source(self.after, after.word, after.event),
            reads: self.source(self.before, before.word, before.event),
        })
    }

    fn other_term(&self, element: &str, before: At, after: At) -> Option<Finding> {
        let (b, a) = (
            self.before.event(before.event)?,
            self.after.event(after.event)?,
        );
        Some(Finding::Term {
            element: element.to_string(),
            at: self.after.of(a),
            original: self.before.of(b),
        })
    }

    /// Where a value came from, in one execution.
    fn source(&self, history: History<'x>, word: Word, origin: EventId) -> Source {
        let producer = history.producer(origin);
        if let Some(event) = history.event(producer) {
            let first = self.known.get(&word.term);
            let value_of = first.and_then(|&id| {
                let event = self.before.event(self.before.producer(id))?;
                Some(self.before.of(event).iteration)
            });
            return Source::Written {
                at: history.of(event),
                row: None,
                value_of,
            };
        }
        match self.terms.get(word.term) {
            _ if word.tag == Tag::UNWRITTEN => Source::Never,
            Some(Term::Input { name, offset, .. }) => {
                Source::Input(element_of(history, name, *offset))
            }
            _ => Source::Number,
        }
    }

    /// How the original numbers the rows of the array that an event writes.
    fn row_of(&self, origin: EventId) -> Option<Row> {
        let event = self.before.event(self.before.producer(origin))?;
        let occurrence = self.before.of(event);
        let statement = self.before.version.text.slice(event.at);
        let counter = row_counter(&statement)?;
        let named = |(name, _): &&(String, i64)| *name == counter;
        let number = occurrence.iteration.iter().find(named)?.1;
        let at = event.at;
        Some(Row { at, number })
    }

    /// Names both values by their rows if they are rows of one array of the original.
    fn name_rows(&self, holds: &mut Source, reads: &mut Source, word: Word, row: Option<&Row>) {
        let (Some(row), Source::Written { row: expected, .. }) = (row, reads) else {
            return;
        };
        let known = self.known.get(&word.term);
        let found = known.and_then(|&id| self.row_of(id));
        match holds {
            Source::Never | Source::Number => *expected = Some(row.number),
            Source::Written { row: held, .. } => {
                let same = |found: &Row| found.at == row.at && found.number != row.number;
                if let Some(found) = found.filter(same) {
                    *held = Some(found.number);
                    *expected = Some(row.number);
                }
            }
            Source::Input(_) => {}
        }
    }
}

/// A row of an array of rows: the statement that writes it, its number.
#[derive(Clone, Debug)]
struct Row {
    at: source::Span,
    number: i64,
}

/// The counter that is the first of several subscripts on the left side of an assignment:
/// `y` in `rows[y][x] = ..`.
fn row_counter(statement: &str) -> Option<String> {
    let target = statement.split('=').next()?;
    let subscripts = target.split_once('[')?.1;
    let (first, rest) = subscripts.split_once(']')?;
    let first = first.trim();
    let is_name = first.chars().all(|c| c.is_alphanumeric() || c == '_')
        && !first.starts_with(|c: char| c.is_numeric());
    (is_name && !first.is_empty() && rest.trim_start().starts_with('[')).then(|| first.to_string())
}

fn value(operand: Operand) -> Word {
    Word {
        bits: operand.bits,
        tag: Tag::PLAIN,
        term: operand.term,
    }
}

/// Follows a value to the event that stored it.
fn step(at: &mut At, read: Option<&crate::trace::Read>) -> bool {
    match read {
        Some(read) if read.origin != EventId(0) => {
            at.event = read.origin;
            true
        }
        _ => false,
    }
}

/// The name of the element of an input that contains a byte.
fn element_of(history: History<'_>, name: &str, offset: i64) -> String {
    let memory = &history.run.machine.memory;
    let object = memory.input(name).map(|instance| memory.object(instance));
    let layout = object.and_then(|object| object.contents.as_ref()?.layout.as_ref());
    match (object, layout.and_then(|layout| layout.cell_at(offset))) {
        (Some(object), Some((element, cell))) => object.path_of(name, element, &cell.name),
        _ => name.to_string(),
    }
}
