//! Arrays that stay: near misses first, each with its reason; all others in a table.

use super::array::ticks;
use super::listing::Listing;
use super::tables::accesses;
use super::words::count;
use super::{Item, Limits};
use crate::sentence::sentence;
use crate::{ArrayEntry, Attention, Status};
use maud::{Markup, html};

/// The kept arrays of a file.
pub(super) fn kept(items: &[&Item], id: &str, listing: &Listing, limits: &Limits) -> Markup {
    let kept = items
        .iter()
        .filter(|item| item.entry.status == Status::Kept);
    let (near, others): (Vec<&&Item>, Vec<&&Item>) =
        kept.partition(|item| item.entry.attention == Attention::NearMiss);
    html! {
        @if near.len() + others.len() > 0 {
            h2 id=(format!("{id}-kept")) { "Arrays that stay" }
            @for item in near.iter().take(limits.kept) { (near_miss(item, listing)) }
            @if near.len() > limits.kept {
                p { (count((near.len() - limits.kept) as i64, "near miss")) " are not listed." }
            }
            @if !others.is_empty() {
                details {
                    summary { "Inputs, outputs and others (" (others.len()) ")" }
                    (table(&others, listing, limits))
                }
            }
        }
    }
}

/// A near miss in full.
fn near_miss(item: &Item, listing: &Listing) -> Markup {
    let entry = item.entry;
    html! {
        section.array.near id=(format!("a{}", item.index)) {
            h3 {
                span.tag { "near miss" } " " code { (entry.name) }
                @if !entry.function.is_empty() { " in " (entry.function) }
                @if let Some(line) = entry.line { span.quiet { ", " (listing.line(line)) } }
            }
            p { (ticks(&sentence(&entry.detail))) " " (code(entry)) }
            @for advice in &entry.advice { p { (ticks(&sentence(advice))) } }
            @if let Some(evidence) = item.evidence {
                // Without an analysis, only the place of the reason is known.
                @if evidence.extents.is_empty() {
                    @for place in &evidence.accesses {
                        p { (listing.line(place.line)) ": " code { (place.text) } }
                    }
                } @else {
                    (accesses(evidence, listing))
                }
            }
        }
    }
}

/// The code of the reason.
fn code(entry: &ArrayEntry) -> Markup {
    html! { @if let Some(reason) = &entry.reason { span.reason { (reason) } } }
}

fn table(others: &[&&Item], listing: &Listing, limits: &Limits) -> Markup {
    html! {
        div.scroll tabindex="0" role="group" aria-label="Inputs, outputs and others" {
            table {
                thead {
                    tr {
                        th scope="col" { "Array" } th scope="col" { "Declared" }
                        th scope="col" { "Reason" }
                    }
                }
                tbody {
                    @for item in others.iter().take(limits.kept) { (row(item.entry, listing)) }
                }
            }
        }
        @if others.len() > limits.kept {
            p { (count((others.len() - limits.kept) as i64, "array")) " are not listed." }
        }
    }
}

fn row(entry: &ArrayEntry, listing: &Listing) -> Markup {
    html! {
        tr {
            th scope="row" {
                code { (entry.name) }
                @if !entry.function.is_empty() { span.quiet { " in " (entry.function) } }
            }
            td { @if let Some(line) = entry.line { (listing.line(line)) } }
            td { (ticks(&sentence(&entry.detail))) " " (code(entry)) }
        }
    }
}
