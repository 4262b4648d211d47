//! From the differences of two executions to one finding.

use crate::machine::{Endless, Entry, Value};
use crate::observation::{Difference, Place, Run};
use crate::undefined::{Halt, Undefined};
use crate::version::Version;
use crate::witness::culprit::{At, Search};
use crate::witness::history::{History, occurrence, one_line};
use crate::witness::{Finding, Occurrence, Witness};
use crate::word::{EventId, Tag};
use source::Span;

/// Two recorded executions that differ.
pub(crate) struct Explained<'x> {
    /// The versions.
    pub(crate) versions: [Version<'x>; 2],
    /// The setting, by names.
    pub(crate) parameters: Vec<(String, i64)>,
    /// The number of calls.
    pub(crate) calls: u32,
    /// The right execution.
    pub(crate) before: &'x Run<'x, true>,
    /// The other one.
    pub(crate) after: &'x Run<'x, true>,
    /// Where their results differ.
    pub(crate) differences: Vec<Difference>,
}

/// A difference of which only the name is known.
pub(crate) fn unexplained(parameters: Vec<(String, i64)>, calls: u32, element: String) -> Witness {
    Witness {
        parameters,
        call: (calls > 1).then_some(calls),
        finding: Finding::Result { element },
    }
}

/// The second version does not end.
pub(crate) fn endless(
    version: Version<'_>,
    parameters: Vec<(String, i64)>,
    calls: u32,
    found: &Endless,
) -> Witness {
    let text = |at: Span| one_line(&version.text.slice(at));
    let mut at = occurrence(version, found.at, found.counters.clone(), found.call);
    at.span = found.condition.unwrap_or(at.span);
    let mut values: Vec<(String, i64)> = Vec::new();
    for &(span, value) in found.values.iter().filter(|_| found.period == 1) {
        let value = (text(span), value);
        let mut known = parameters.iter().chain(&at.iteration).chain(&values);
        if !known.any(|other| *other == value) {
            values.push(value);
        }
    }
    Witness {
        parameters,
        call: (calls > 1).then_some(found.call),
        finding: Finding::Endless {
            at,
            condition: found.condition.map(text),
            values,
            period: found.period,
        },
    }
}

/// Explains a difference.
pub(crate) fn explain(explained: Explained<'_>) -> Witness {
    let calls = explained.calls;
    let parameters = explained.parameters.clone();
    let finding = finding(explained);
    Witness {
        parameters,
        call: (calls > 1).then_some(calls),
        finding,
    }
}

fn finding(explained: Explained<'_>) -> Finding {
    let Explained {
        versions,
        before,
        after,
        differences,
        ..
    } = explained;
    let before = History {
        run: before,
        version: versions[0],
    };
    let after = History {
        run: after,
        version: versions[1],
    };
    let terms = &after.run.machine.terms;
    let search = Search::new(before, after, terms);
    let first = differences.iter().min_by_key(|difference| rank(difference));
    if let Err(halt) = &after.run.result
        && let Halt::Undefined(undefined) = &**halt
    {
        let earlier = first.and_then(|difference| earlier(&search, difference, undefined));
        return earlier.unwrap_or_else(|| undefined_at(after, undefined.clone()));
    }
    match first {
        Some(difference) => of_difference(&search, difference),
        None => Finding::Result {
            element: "the end of the program".to_string(),
        },
    }
}

/// The read of a wrong value that precedes a wrong use of memory.
fn earlier(search: &Search<'_>, difference: &Difference, undefined: &Undefined) -> Option<Finding> {
    let is_late = matches!(undefined, Undefined::BadFree | Undefined::Ended { .. });
    let found = (is_late && rank(difference).0 == 0).then(|| of_difference(search, difference))?;
    matches!(found, Finding::Read { .. }).then_some(found)
}

/// Results that differ in their values come first, the earliest of them first.
fn rank(difference: &Difference) -> (u32, EventId) {
    let [before, after] = difference.events;
    match (before.0, after.0) {
        (0, 0) => (3, before),
        (_, 0) => (2, before),
        (0, _) => (1, after),
        _ => (0, after),
    }
}

fn of_difference(search: &Search<'_>, difference: &Difference) -> Finding {
    let element = difference.name.clone();
    let [before, after] = difference.events.map(Some);
    let before = before.and_then(|id| search.before.event(id));
    let after = after.and_then(|id| search.after.event(id));
    if let Place::Entry(..) | Place::Entries(_) = difference.place {
        return effects(search, difference, &element);
    }
    match (before, after) {
        (Some(before), None) => Finding::Missing {
            element,
            original: search.before.of(before),
        },
        (None, Some(event)) => Finding::Extra {
            element,
            at: search.after.of(event),
        },
        (Some(before), Some(after)) => {
            let [first, second] = difference.events;
            let values = [
                At {
                    event: first,
                    word: before.word,
                },
                At {
                    event: second,
                    word: after.word,
                },
            ];
            let found = search.finding(&element, values);
            found.unwrap_or(Finding::Result { element })
        }
        (None, None) => Finding::Result { element },
    }
}

fn effects(search: &Search<'_>, difference: &Difference, element: &str) -> Finding {
    let (n, value) = match difference.place {
        Place::Entry(n, value) => (n, Some(value)),
        Place::Entries(n) => (n, None),
        _ => (0, None),
    };
    let logs = [
        &search.before.run.machine.log,
        &search.after.run.machine.log,
    ];
    let [before, after] = logs.map(|log| log.get(n));
    if let (Some(before), Some(after), Some(value)) = (before, after, value)
        && before.what == after.what
        && let Some(finding) = value_of_entries(search, element, [before, after], value)
    {
        return finding;
    }
    Finding::Effects {
        at: entry(search.after, n),
        original: entry(search.before, n),
    }
}

/// The reason why a value in two entries differs.
fn value_of_entries(
    search: &Search<'_>,
    element: &str,
    entries: [&Entry; 2],
    value: usize,
) -> Option<Finding> {
    let [before, after] = entries.map(|entry| match entry.values.get(value)? {
        Value::Number(_, word) => Some(At {
            event: entry.event,
            word: *word,
        }),
        _ => None,
    });
    search.finding(element, [before?, after?])
}

fn entry(history: History<'_>, n: usize) -> Option<(String, Occurrence)> {
    let entry = history.run.machine.log.get(n)?;
    let iteration = history
        .event(entry.event)
        .map_or(0, |event| event.iteration);
    let occurrence = history.occurrence(entry.at, iteration);
    Some((entry.what.clone(), occurrence))
}

/// Where the second version loses its meaning.
fn undefined_at(history: History<'_>, what: Undefined) -> Finding {
    let machine = &history.run.machine;
    let here = || history.occurrence(machine.at, machine.trace.now);
    let at = match what {
        Undefined::Unwritten => unwritten(history).unwrap_or_else(here),
        _ => here(),
    };
    Finding::Undefined { what, at }
}

/// The read of a cell that nothing has written, from which the last value came.
fn unwritten(history: History<'_>) -> Option<Occurrence> {
    let machine = &history.run.machine;
    let pending = machine.trace.pending();
    let mut read = pending
        .iter()
        .rev()
        .find(|read| read.word.tag == Tag::UNWRITTEN)?;
    let mut iteration = machine.trace.now;
    while let Some(event) = history.event(read.origin)
        && let Some(inner) = { history.reads(event).iter() }.find(|r| r.word.tag == Tag::UNWRITTEN)
    {
        iteration = event.iteration;
        read = inner;
    }
    Some(history.occurrence(read.at, iteration))
}
