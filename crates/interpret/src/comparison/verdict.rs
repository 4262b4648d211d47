//! What one setting showed, and what that says.

use crate::comparison::{Outcome, Side};
use crate::machine::Endless;
use crate::observation::{Difference, Place, Run, differences};
use crate::undefined::{Halt, Undefined};
use crate::word::EventId;
use source::Span;

/// What a setting showed.
pub(super) enum Verdict {
    /// The results are equal.
    Same,
    /// These differ.
    Differ(Vec<Difference>),
    /// Nothing: this happened.
    Skipped(Side, Box<Halt>, Span),
    /// The second version does not end, and the original does.
    Endless(Box<Endless>),
    /// The versions differ, but the interpreter may be the reason.
    Doubtful(Side, String, Span),
}

/// Compares the results of two executions.
pub(super) fn compared(before: &mut Run<'_, false>, after: &mut Run<'_, false>) -> Verdict {
    let doubts = [
        (Side::Before, before.machine.doubt.clone()),
        (Side::After, after.machine.doubt.clone()),
    ];
    let found = match (&before.result, &after.result) {
        (_, Err(halt)) if matches!(**halt, Halt::Unsupported(_) | Halt::Budget(_)) => {
            Err(halt.clone())
        }
        (Ok(_), Ok(_)) => differences(before, after),
        (Err(a), Err(b)) if a == b => differences(before, after),
        // They end in different ways.
        _ => Ok(vec![Difference {
            place: Place::Result,
            name: "the end of the execution".to_string(),
            events: [EventId(0); 2],
        }]),
    };
    let found = match found {
        Ok(found) if found.is_empty() => return Verdict::Same,
        Ok(found) => found,
        Err(halt) => return Verdict::Skipped(Side::After, halt, after.machine.at),
    };
    // Comparing may have found further doubts.
    let later = after
        .machine
        .doubt
        .clone()
        .map(|doubt| (Side::After, doubt));
    let first = doubts
        .into_iter()
        .find_map(|(side, doubt)| Some((side, doubt?)));
    match first.or(later) {
        Some((side, doubt)) => Verdict::Doubtful(side, doubt.what, doubt.at),
        None => Verdict::Differ(found),
    }
}

/// Only memory differs that nobody may use.
pub(super) fn internal(found: &[Difference]) -> Outcome {
    let name = found.first().map_or("", |difference| &difference.name);
    Outcome::unknown(format!(
        "only {name} differs, which the rest of the file may not use"
    ))
}

/// The object in which the path of an input begins.
pub(super) fn root(path: &str) -> &str {
    let path = path.trim_start_matches('*');
    path.split(['[', '.']).next().unwrap_or(path)
}

/// Whether the original reads or writes a parameter before its pointer.
pub(super) fn is_before(halt: &Halt) -> bool {
    matches!(halt, Halt::Undefined(Undefined::Outside { offset, .. }) if *offset < 0)
}

/// Whether a reason says more than another.
pub(super) fn is_rather(new: &Halt, old: &Halt) -> bool {
    let rank = |halt: &Halt| match halt {
        Halt::Unsupported(_) => 2,
        Halt::Budget(_) => 1,
        _ => 0,
    };
    rank(new) > rank(old)
}

/// Why an execution says nothing.
pub(super) fn reason(side: Side, halt: &Halt) -> String {
    let who = match side {
        Side::Before => "the original",
        Side::After => "the other version",
    };
    match halt {
        Halt::Undefined(undefined) => format!("{who} is undefined at small sizes: {undefined}"),
        Halt::Unsupported(what) => format!("{who} contains {what}"),
        Halt::Budget(_) | Halt::Endless | Halt::Exit(_) => format!("{who} takes too long: {halt}"),
    }
}
