//! The explanation of an array that stays.

use super::paragraph::{item, section, wrapped};
use super::{accesses, clash, folded, place, strategies};
use crate::reasons::page;
use crate::sentence::sentence;
use crate::{AccessEvidence, ArrayEntry, Evidence};

/// All parts of the explanation.
pub(super) fn text(entry: &ArrayEntry, evidence: Option<&Evidence>) -> String {
    let mut text = wrapped("", &format!("{}: stays as it is", place(entry)));
    text.push_str(&wrapped("  ", &sentence(&entry.detail)));
    if let Some(evidence) = evidence {
        text.push_str(&causes(entry, evidence));
        if !evidence.steps.is_empty() {
            text.push_str(&accesses::text(evidence));
        }
        text.push_str(&clash::text(entry, evidence));
        text.push_str(&folded::drawing(evidence));
    }
    text.push_str(&strategies::text(entry, evidence));
    text.push_str(&advice(entry));
    text
}

/// The accesses that keep the array, in the order in which a user should change them.
fn causes(entry: &ArrayEntry, evidence: &Evidence) -> String {
    let causes = evidence.accesses.iter().filter(|a| a.cause.is_some());
    let mut causes: Vec<&AccessEvidence> = causes.collect();
    causes.sort_by_key(|a| a.rank);
    let line = |access: &&AccessEvidence| {
        let cause = access.cause.as_deref().unwrap_or_default();
        let cause = match cause == entry.detail || entry.detail.starts_with(&format!("{cause};")) {
            true => String::new(),
            false => format!(": {cause}"),
        };
        item(
            "    ",
            &format!("line {}: `{}`{cause}", access.line, access.text),
        )
    };
    let text: String = causes.iter().map(line).collect();
    let heading = match causes.len() {
        1 => "The place to change",
        _ => "The places to change, the first one first",
    };
    section(heading, &text)
}

/// Changes that were tried, and the page of the reason.
fn advice(entry: &ArrayEntry) -> String {
    let line = |advice: &String| item("    ", &sentence(advice));
    let mut text: String = entry.advice.iter().map(line).collect();
    if let Some(code) = entry.reason.as_ref().filter(|code| page(code).is_some()) {
        let page =
            format!("`pleat explain {code}` shows a program with this reason, and one that folds.");
        text.push_str(&wrapped("    ", &page));
    }
    section("What helps", &text)
}
