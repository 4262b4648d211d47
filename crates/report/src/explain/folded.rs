//! The explanation of a folded array.

use super::paragraph::{item, section, wrapped};
use super::{accesses, clash, place, proof, strategies};
use crate::sentence::sentence;
use crate::{ArrayEntry, Change, Evidence, Owner};

/// All parts of the explanation.
pub(super) fn text(entry: &ArrayEntry, evidence: Option<&Evidence>) -> String {
    let mut text = item("", &format!("{}: folded, {}", place(entry), sizes(entry)));
    text.push_str(&wrapped("  ", &sentence(&entry.detail)));
    if let Some(evidence) = evidence {
        text.push_str(&accesses::text(evidence));
        text.push_str(&clash::text(entry, evidence));
        text.push_str(&drawing(evidence));
    }
    text.push_str(&strategies::text(entry, evidence));
    text.push_str(&proof::text(entry, evidence));
    text
}

/// `N*N -> 2*N elements (144 -> 24 at N = 12)`
fn sizes(entry: &ArrayEntry) -> String {
    let before = entry.size_before.as_deref().unwrap_or("?");
    let after = entry.size_after.as_deref().unwrap_or("?");
    let unit = match after {
        "1" => "element",
        _ => "elements",
    };
    let values = entry.params.iter().map(|(n, v)| format!("{n} = {v}"));
    let values: Vec<String> = values.collect();
    let numbers = match (entry.elements_before, entry.elements_after) {
        (Some(b), Some(a)) if !values.is_empty() => {
            format!(" ({b} -> {a} at {})", values.join(", "))
        }
        _ => String::new(),
    };
    let change = match entry.owner {
        Owner::Function | Owner::DroppedCaller => entry.change().map(Change::arrow),
        Owner::Caller | Owner::Split => entry.change_words(),
    };
    let bytes = change.map_or_else(String::new, |change| format!(", {change}"));
    format!("{before} -> {after} {unit}{numbers}{bytes}")
}

/// The drawing, with what it leaves out.
pub(super) fn drawing(evidence: &Evidence) -> String {
    let drawing = super::drawing::text(evidence);
    let notes = evidence.omitted.iter();
    let notes: String = notes
        .map(|note| wrapped("    ", &format!("({note})")))
        .collect();
    match (drawing.is_empty(), evidence.live.is_empty()) {
        (true, false) => drawing,
        (true, true) => section("When its values are needed", &notes),
        (false, _) => drawing + &notes,
    }
}
