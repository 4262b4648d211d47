//! One remark per array, in the form of a compiler's diagnostics.

use crate::{ArrayEntry, Status, StrategyEntry};
use source::{Diagnostic, Label, Severity, Span};

/// The remark on one array: the result at its declaration, the reason at `cause`.
pub fn remark(
    entry: &ArrayEntry,
    declared: Option<Span>,
    cause: Option<(Span, String)>,
) -> Diagnostic {
    let mut labels = Vec::new();
    if let Some(span) = declared {
        labels.push(Label {
            span,
            message: String::new(),
            primary: true,
        });
    }
    if let Some((span, message)) = cause {
        labels.push(Label {
            span,
            message,
            primary: declared.is_none(),
        });
    }
    Diagnostic {
        severity: Severity::Note,
        code: Some(match entry.status {
            Status::Folded => "folded".to_string(),
            Status::Kept => entry.reason.clone().unwrap_or_else(|| "kept".to_string()),
        }),
        message: headline(entry),
        labels,
        notes: notes(entry),
    }
}

fn notes(entry: &ArrayEntry) -> Vec<String> {
    let detail = match entry.status {
        Status::Folded => Some(entry.detail.clone()),
        Status::Kept => None,
    };
    let general = [detail, live_bound(entry)].into_iter().flatten();
    general
        .chain(entry.strategies.iter().map(strategy))
        .collect()
}

/// `width: [(i - j) mod (2*N - 1)], 2*N - 1 elements, in 3.2 ms`
fn strategy(entry: &StrategyEntry) -> String {
    let found = match (&entry.mapping, &entry.size) {
        (Some(mapping), Some(size)) if mapping.is_empty() => format!("{size} element"),
        (Some(mapping), Some(size)) => format!("{mapping}, {size} elements"),
        _ => String::new(),
    };
    let parts = [Some(found), entry.reason.clone()].into_iter().flatten();
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    let time = entry.milliseconds.map(|ms| format!(", in {ms:.1} ms"));
    format!(
        "{}: {}{}",
        entry.name,
        parts.join(": "),
        time.unwrap_or_default()
    )
}

/// `` `y` folded: N*N -> 2*N elements (144 -> 24 at N = 12) `` or `` `x` stays: ... ``
fn headline(entry: &ArrayEntry) -> String {
    let name = &entry.name;
    if entry.status == Status::Kept {
        return format!("`{name}` stays as it is: {}", entry.detail);
    }
    let before = entry.size_before.as_deref().unwrap_or("?");
    let after = entry.size_after.as_deref().unwrap_or("?");
    let unit = match after {
        "1" => "element",
        _ => "elements",
    };
    let sizes = format!("{before} -> {after} {unit}");
    match (entry.elements_before, entry.elements_after) {
        (Some(b), Some(a)) if !entry.params.is_empty() => {
            format!("`{name}` folded: {sizes} ({b} -> {a} at {})", values(entry))
        }
        _ => format!("`{name}` folded: {sizes}"),
    }
}

/// `N = 12, M = 4`
fn values(entry: &ArrayEntry) -> String {
    let values = entry.params.iter().map(|(n, v)| format!("{n} = {v}"));
    values.collect::<Vec<_>>().join(", ")
}

/// `live bound 2*N - 3 (21 at N = 12): 1.14 times that is used`
fn live_bound(entry: &ArrayEntry) -> Option<String> {
    let bound = entry.live_bound?.to_string();
    let bound = match &entry.live_bound_form {
        Some(form) if *form != bound => format!("{form} ({bound} at {})", values(entry)),
        None if !entry.params.is_empty() => format!("{bound} at {}", values(entry)),
        _ => bound,
    };
    let ratio = entry.ratio.map(|r| format!(": {r:.2} times that is used"));
    let least = match entry.live_bound_exact {
        Some(false) => "at least ",
        _ => "",
    };
    Some(format!(
        "live bound {least}{bound}{}",
        ratio.unwrap_or_default()
    ))
}
