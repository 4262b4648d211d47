//! The section of a folded array: the finding, figures, accesses, strategies, assumptions.

use super::Item;
use super::listing::Listing;
use super::plots::{cells, differences, live, storage};
use super::tables::{accesses, strategies};
use super::words::values;
use crate::sentence::sentence;
use crate::{ArrayEntry, Evidence, Owner};
use maud::{Markup, html};

/// The section of a folded array.
pub(super) fn array(item: &Item, listing: &Listing) -> Markup {
    let entry = item.entry;
    let id = format!("a{}", item.index);
    html! {
        section.array id=(id) aria-labelledby=(format!("{id}-h")) {
            h3 id=(format!("{id}-h")) {
                code { (entry.name) }
                @if !entry.function.is_empty() { " in " (entry.function) }
                @if let Some(line) = entry.line { span.quiet { ", " (listing.line(line)) } }
            }
            p.finding { "Needs " (finding(entry)) }
            p { (ticks(&sentence(&entry.detail))) " " (proof(entry)) " " (bound(entry)) }
            @if item.has_figures {
                (figures(&id, item, listing))
            } @else if let Some(evidence) = item.evidence {
                (accesses(evidence, listing))
            }
            @if !entry.strategies.is_empty() { (strategies(entry)) }
            (assumptions(&entry.assumes))
        }
    }
}

/// `3 rows of W instead of H*W elements`
fn finding(entry: &ArrayEntry) -> String {
    let before = entry.size_before.as_deref().unwrap_or("?");
    let after = match (&entry.size_words, entry.size_after.as_deref()) {
        (Some(words), _) => words.clone(),
        (None, Some("1")) => "1 element".to_string(),
        (None, after) => format!("{} elements", after.unwrap_or("?")),
    };
    match entry.owner {
        Owner::Function | Owner::DroppedCaller | Owner::Split => {
            format!("{after} instead of {before} elements")
        }
        Owner::Caller => format!("{after} beside the caller's {before} elements, which stay"),
    }
}

fn proof(entry: &ArrayEntry) -> &'static str {
    match (entry.proved, entry.params.is_empty()) {
        (false, _) => "",
        (true, true) => "This is proved.",
        (true, false) => "This is proved for every size that the result accepts.",
    }
}

/// How close to the live bound the new size is.
fn bound(entry: &ArrayEntry) -> String {
    let (Some(bound), Some(after)) = (entry.live_bound, entry.elements_after) else {
        return String::new();
    };
    let at = match values(entry) {
        at if at.is_empty() => String::new(),
        at => format!(" at {at}"),
    };
    match (entry.live_bound_exact, after == bound) {
        (Some(true), true) => format!("No mapping is smaller: {} alive at once{at}.", alive(bound)),
        (Some(true), false) => format!("{} alive at once{at}, in {after} cells.", alive(bound)),
        _ => format!(
            "At least {} alive at once{at}, in {after} cells.",
            alive(bound)
        ),
    }
}

fn alive(number: i64) -> String {
    match number {
        1 => "1 value is".to_string(),
        _ => format!("{number} values are"),
    }
}

fn figures(id: &str, item: &Item, listing: &Listing) -> Markup {
    let empty = Evidence::default();
    let evidence = item.evidence.unwrap_or(&empty);
    let params = evidence
        .params
        .iter()
        .map(|(name, value)| format!("{name} = {value}"));
    let params = params.collect::<Vec<_>>().join(", ");
    let is_typical = is_typical(evidence);
    html! {
        div.figures {
            div.column {
                @if let Some(figure) = storage(id, item.entry) { (figure) }
                @if is_typical { @if let Some(figure) = live(id, evidence) { (figure) } }
            }
            @if let Some(figure) = differences(id, evidence) { div.column { (figure) } }
            @if is_typical {
                @if let Some(figure) = cells(id, evidence) { div.column { (figure) } }
            }
            (accesses(evidence, listing))
        }
        @if !params.is_empty() && is_typical {
            p.quiet { "The figures of values and cells are computed at " (params) "." }
        } @else if !is_typical {
            p.quiet { "At " (params) ", the sizes that are small enough for figures of values over \
                time, few of the cells are in use: there are none." }
        }
        @if evidence.window {
            p.quiet { "The figures of values and cells show the first elements alone." }
        }
        @for omitted in &evidence.omitted { p.quiet { (sentence(omitted)) } }
    }
}

/// Whether a good part of the new storage is in use at the sizes of the evidence.
fn is_typical(evidence: &Evidence) -> bool {
    let most = evidence.live.iter().max();
    most.is_none_or(|most| i64::from(*most) * 4 > evidence.cells_after)
}

/// What a proof assumes, if anything.
pub(super) fn assumptions(assumes: &[String]) -> Markup {
    html! {
        @if !assumes.is_empty() {
            details {
                summary { "Assumptions (" (assumes.len()) ")" }
                ul { @for text in assumes { li { (ticks(text)) } } }
            }
        }
    }
}

/// A text whose parts in backticks are code.
pub(super) fn ticks(text: &str) -> Markup {
    html! {
        @for (k, part) in text.split('`').enumerate() {
            @if k % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}
