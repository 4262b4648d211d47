//! Witnesses as sentences.

use crate::undefined::{Undefined, elements};
use crate::witness::{Finding, Occurrence, Source, Witness};
use std::fmt;

type Counters = [(String, i64)];

impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.parameters.is_empty() {
            write!(f, "at {}, ", counters(&self.parameters))?;
        }
        if let Some(call) = self.call {
            write!(f, "in call {call}, ")?;
        }
        self.finding.fmt(f)
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finding::Read {
                read, holds, reads, ..
            } => {
                let held = held(holds, read);
                let expected = expected(reads, &read.iteration);
                write!(
                    f,
                    "{}: `{}` {held}; the original reads {expected}",
                    place(read),
                    read.text
                )
            }
            Finding::Undefined { what, at } => undefined(f, what, at),
            Finding::Missing { element, original } => {
                let at = place(original);
                write!(
                    f,
                    "element {element} is not written; the original writes it at {at}"
                )
            }
            Finding::Extra { element, at } => {
                let at = place(at);
                write!(
                    f,
                    "element {element} is written at {at}; the original leaves it alone"
                )
            }
            Finding::Misplaced {
                element,
                at,
                holds,
                reads,
            } => {
                let (stored, expected) = (value_of(holds), expected(reads, &[]));
                let at = place(at);
                write!(
                    f,
                    "{at}: {element} gets {stored}; the original stores {expected}"
                )
            }
            Finding::Term {
                element,
                at,
                original,
            } => {
                let (at, original) = (place(at), place(original));
                write!(
                    f,
                    "{at}: {element} is another term than in the original, {original}"
                )
            }
            Finding::Endless {
                at,
                condition,
                values,
                period,
            } => endless(f, at, (condition.as_deref(), values), *period),
            Finding::Effects { at, original } => effects(f, at.as_ref(), original.as_ref()),
            Finding::Result { element } => write!(f, "{element} differs"),
        }
    }
}

fn undefined(f: &mut fmt::Formatter<'_>, what: &Undefined, at: &Occurrence) -> fmt::Result {
    let (text, at) = (&at.text, place(at));
    match what {
        Undefined::Unwritten => write!(f, "{at}: `{text}` is read, but nothing has written it"),
        Undefined::Outside {
            object,
            offset,
            size,
            bytes,
            is_write,
        } => {
            let (unit, n, count) = elements(*offset, *size, *bytes);
            let (text, verb) = match is_write {
                true => (target(text), "writes"),
                false => (text.as_str(), "reads"),
            };
            write!(
                f,
                "{at}: `{text}` {verb} {unit} {n} of `{object}`, which has {count}"
            )
        }
        what => write!(f, "{at}: {what} in `{text}`"),
    }
}

fn endless(
    f: &mut fmt::Formatter<'_>,
    at: &Occurrence,
    (condition, values): (Option<&str>, &Counters),
    period: u64,
) -> fmt::Result {
    let what = match (condition, values) {
        (Some(condition), []) => format!("`{condition}`"),
        (Some(condition), values) => format!("`{condition}` ({})", counters(values)),
        (None, _) => "its end".to_string(),
    };
    let at = place(at);
    match period {
        1 => write!(
            f,
            "{at}: the loop does not end: no iteration changes {what}"
        )?,
        _ => write!(
            f,
            "{at}: the loop does not end: the values in {what} repeat after {period} iterations"
        )?,
    }
    f.write_str("; the original ends")
}

/// The left side of an assignment.
fn target(text: &str) -> &str {
    match text.split_once('=') {
        Some((target, _)) => target.trim_end_matches(|c: char| !c.is_alphanumeric() && c != ']'),
        None => text,
    }
}

fn effects(
    f: &mut fmt::Formatter<'_>,
    at: Option<&(String, Occurrence)>,
    original: Option<&(String, Occurrence)>,
) -> fmt::Result {
    let shown =
        |(what, occurrence): &(String, Occurrence)| format!("{} (`{what}`)", place(occurrence));
    match (at, original) {
        (Some(at), Some(original)) => {
            write!(
                f,
                "{} has another effect than the original, {}",
                shown(at),
                shown(original)
            )
        }
        (Some(at), None) => write!(f, "{} has an effect that the original has not", shown(at)),
        (None, Some(original)) => {
            write!(
                f,
                "an effect of the original is missing: {}",
                shown(original)
            )
        }
        (None, None) => f.write_str("the effects differ"),
    }
}

/// What a read holds.
fn held(source: &Source, reader: &Occurrence) -> String {
    match source {
        Source::Written {
            at, row: Some(row), ..
        } => format!("holds row {row} (written at {})", written_at(at, reader)),
        Source::Written { at, .. } => {
            format!("holds the value written at {}", written_at(at, reader))
        }
        Source::Input(element) => format!("holds the input {element}"),
        Source::Never => "holds nothing that was written".to_string(),
        Source::Number => "holds its initial value".to_string(),
    }
}

fn written_at(at: &Occurrence, reader: &Occurrence) -> String {
    let place = short_place(at, &reader.iteration);
    match at.call == reader.call {
        true => place,
        false => format!("{place}, in call {}", at.call),
    }
}

/// What the original finds instead.
fn expected(source: &Source, reader: &Counters) -> String {
    match source {
        Source::Written { row: Some(row), .. } => format!("row {row}"),
        Source::Written { at, .. } => value_at(at, reader),
        source => value_of(source),
    }
}

fn value_at(at: &Occurrence, reader: &Counters) -> String {
    let differing = differing(&at.iteration, reader);
    match differing.is_empty() {
        true => format!("the value written at line {}", at.line),
        false => format!(
            "the value of {} (written at line {})",
            counters(differing),
            at.line
        ),
    }
}

fn value_of(source: &Source) -> String {
    match source {
        Source::Written {
            value_of: Some(iteration),
            ..
        } if !iteration.is_empty() => format!("the value of {}", counters(iteration)),
        Source::Written { at, .. } => value_at(at, &[]),
        Source::Input(element) => format!("the input {element}"),
        Source::Never => "nothing that was written".to_string(),
        Source::Number => "a constant".to_string(),
    }
}

/// "line 12, y = 4"
fn place(at: &Occurrence) -> String {
    match at.iteration.is_empty() {
        true => format!("line {}", at.line),
        false => format!("line {}, {}", at.line, counters(&at.iteration)),
    }
}

/// The same without the inner counters that the reader has in common.
fn short_place(at: &Occurrence, reader: &Counters) -> String {
    let iteration = differing(&at.iteration, reader);
    match iteration.is_empty() {
        true => format!("line {}", at.line),
        false => format!("line {}, {}", at.line, counters(iteration)),
    }
}

/// The outer counters up to the last one that differs from the reader's; the first in any case.
fn differing<'c>(iteration: &'c Counters, reader: &Counters) -> &'c Counters {
    let last = iteration
        .iter()
        .rposition(|counter| !reader.contains(counter));
    let count = last.map_or(1, |last| last + 1);
    &iteration[..count.min(iteration.len())]
}

fn counters(counters: &Counters) -> String {
    let shown = counters
        .iter()
        .map(|(name, value)| format!("{name} = {value}"));
    shown.collect::<Vec<_>>().join(", ")
}
