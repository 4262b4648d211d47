//! The search for a difference: both functions are executed at small sizes.

use super::verdict::{Place, Reason, Side, Witness};
use interpret::{Finding, Limits, Occurrence, Outcome, Source, Version, compare, compare_main};
use program::Program;
use source::{SourceFile, Unit};
use std::collections::BTreeSet;

/// Executes both versions of a function. Returns a difference, or why there is none; no reason if
/// they agree. The limits do not name the macros whose values are varied.
pub(super) fn search(
    before: (&Program, &Unit),
    after: (&Program, &Unit),
    function: &str,
    limits: Limits,
) -> Result<Option<Reason>, Witness> {
    let first = Version {
        program: before.0,
        text: &before.1.file,
    };
    let second = Version {
        program: after.0,
        text: &after.1.file,
    };
    let varied = Limits {
        free_macros: free_macros(before, after),
        ..limits.clone()
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
    match compared(&limits) {
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

/// Macros that somebody else may define otherwise, and that no assertion restricts. The values of
/// macros that are defined by others must be known to change with them.
fn free_macros(before: (&Program, &Unit), after: (&Program, &Unit)) -> Vec<String> {
    let is_asserted = |file: &SourceFile, name: &str| {
        let text = file.text();
        let mut lines = text.lines().filter(|l| l.contains("tatic_assert"));
        lines.any(|line| source::has_name(line, name))
    };
    let is_free = |(program, unit): (&Program, &Unit), name: &str| {
        let own = unit.macros.get(name);
        let users = users(unit, name);
        let restricted = |name: &str| {
            let conditions = unit.macros_in_conditions();
            conditions.iter().any(|n| n == name) || is_asserted(&unit.file, name)
        };
        own.is_some_and(|m| m.is_given && m.body.len() == 1)
            && users.iter().all(|user| follows(program, user))
            && !users.iter().chain([&name]).any(|name| restricted(name))
    };
    let names = before.1.macros.keys();
    let free = names.filter(|name| is_free(before, name) && is_free(after, name));
    free.cloned().collect()
}

/// The macros that name a macro in their bodies, or other macros that do.
fn users<'u>(unit: &'u Unit, name: &'u str) -> BTreeSet<&'u str> {
    let mut found: BTreeSet<&str> = BTreeSet::new();
    let mut open = vec![name];
    while let Some(name) = open.pop() {
        let named = unit
            .macros
            .values()
            .filter(|m| m.body.iter().any(|word| word == name));
        open.extend(named.map(|m| &*m.name).filter(|name| found.insert(name)));
    }
    found
}

/// Whether the value of a macro changes with those by which it is defined.
fn follows(program: &Program, name: &str) -> bool {
    let mut same = program.macros.iter().filter(|m| m.name == name);
    same.all(|m| m.body.is_some())
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
        Finding::Undefined { at, .. } | Finding::Extra { at, .. } | Finding::Endless { at, .. } => {
            (Some(at), None)
        }
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
