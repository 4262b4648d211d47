//! The search for a difference: both functions are executed at small sizes.

use super::verdict::{Place, Reason, Side, Witness};
use interpret::{Finding, Limits, Occurrence, Outcome, Source, Version, compare, compare_main};
use program::Program;
use source::{SourceFile, Unit};

/// Executes both versions of a function. Returns a difference, or why there is none; no reason if
/// they agree. Nobody needs the values of `temporaries` afterwards.
pub(super) fn search(
    before: (&Program, &Unit),
    after: (&Program, &Unit),
    function: &str,
    temporaries: Vec<String>,
) -> Result<Option<Reason>, Witness> {
    let first = Version {
        program: before.0,
        text: &before.1.file,
    };
    let second = Version {
        program: after.0,
        text: &after.1.file,
    };
    let present = Limits {
        temporaries,
        ..Limits::default()
    };
    let varied = Limits {
        free_macros: free_macros(before.1, after.1),
        ..present.clone()
    };
    let compared = |limits: &Limits| match function {
        "main" => compare_main(first, second, limits),
        name => compare(first, second, name, limits),
    };
    // Other values of macros may show the difference at smaller sizes.
    if !varied.free_macros.is_empty()
        && let Outcome::Differ(found) = compared(&varied)
    {
        return Err(witness(&found));
    }
    match compared(&present) {
        Outcome::Differ(found) => Err(witness(&found)),
        Outcome::Same { .. } => Ok(None),
        Outcome::Inconclusive { reason, at } => Ok(Some(inconclusive(reason, at))),
    }
}

fn inconclusive(reason: String, at: Option<(interpret::Side, source::Span)>) -> Reason {
    let reason = Reason::new(reason);
    match at {
        None => reason,
        Some((interpret::Side::Before, span)) => reason.at(Side::Before, Some(span), ""),
        Some((interpret::Side::After, span)) => reason.at(Side::After, Some(span), ""),
    }
}

/// Macros that somebody else may define otherwise, and that no assertion restricts. A macro that
/// others name has only its own value: theirs would have to change with it.
fn free_macros(before: &Unit, after: &Unit) -> Vec<String> {
    let is_named = |unit: &Unit, name: &str| {
        let mut bodies = unit.macros.values().flat_map(|m| &m.body);
        bodies.any(|word| word == name)
    };
    let is_asserted = |file: &SourceFile, name: &str| {
        let text = file.text();
        let mut lines = text.lines().filter(|l| l.contains("tatic_assert"));
        lines.any(|line| source::names(line).any(|word| word == name))
    };
    let is_free = |unit: &Unit, name: &str| {
        let own = unit.macros.get(name);
        own.is_some_and(|m| m.is_given && m.body.len() == 1)
            && !unit.macros_in_conditions().iter().any(|n| n == name)
            && !is_named(unit, name)
            && !is_asserted(&unit.file, name)
    };
    let names = before.macros.keys();
    let free = names.filter(|name| is_free(before, name) && is_free(after, name));
    free.cloned().collect()
}

fn witness(found: &interpret::Witness) -> Witness {
    let (after, before) = occurrences(&found.finding);
    let place = |side: Side, occurrence: Option<&Occurrence>| {
        occurrence.map(|o| Place {
            side,
            span: o.span,
            label: String::new(),
        })
    };
    let places = place(Side::Before, before)
        .into_iter()
        .chain(place(Side::After, after));
    Witness {
        message: found.to_string(),
        params: found.parameters.iter().cloned().collect(),
        places: places.collect(),
    }
}

/// What a finding speaks of in the second version and in the first.
fn occurrences(finding: &Finding) -> (Option<&Occurrence>, Option<&Occurrence>) {
    match finding {
        Finding::Read {
            read,
            original,
            reads,
            ..
        } => {
            let written = match reads {
                Source::Written { at, .. } => Some(at),
                _ => None,
            };
            (Some(read), original.as_ref().or(written))
        }
        Finding::Undefined { at, .. } | Finding::Extra { at, .. } => (Some(at), None),
        Finding::Missing { original, .. } => (None, Some(original)),
        Finding::Misplaced { at, .. } => (Some(at), None),
        Finding::Term { at, original, .. } => (Some(at), Some(original)),
        Finding::Effects { at, original } => (
            at.as_ref().map(|(_, o)| o),
            original.as_ref().map(|(_, o)| o),
        ),
        Finding::Result { .. } => (None, None),
    }
}
