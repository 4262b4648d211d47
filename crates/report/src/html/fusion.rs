//! Fused loops and common storage of a file.

use super::FileText;
use super::array::{assumptions, ticks};
use super::listing::Listing;
use super::plots::time_lines;
use super::words::{count, list, part};
use crate::{LoopEntry, Report, SplitEntry, StorageEntry};
use maud::{Markup, html};

/// The fused loops of a file, and those that stay apart.
pub(super) fn fusion(report: &Report, text: &FileText, id: &str, listing: &Listing) -> Markup {
    let Some(fusion) = &report.fusion else {
        return html! {};
    };
    let loops = fusion.loops.iter().filter(|entry| entry.file == text.path);
    let apart: Vec<_> = fusion
        .not_fused
        .iter()
        .filter(|e| e.file == text.path)
        .collect();
    let mut sections = Vec::new();
    for (k, entry) in loops.enumerate() {
        sections.push(one_loop(entry, &format!("{id}-l{k}"), listing));
    }
    html! {
        h2 id=(format!("{id}-fused")) { "Fused loops" }
        @if sections.is_empty() { p { "No loops were fused." } }
        @for section in &sections { (section) }
        @if !apart.is_empty() {
            details {
                summary { "Loops that stay apart (" (apart.len()) ")" }
                ul {
                    @for entry in &apart {
                        li {
                            @for line in &entry.lines { (listing.line(*line)) ", " }
                            "in " code { (entry.function) } ": " (ticks(&entry.reason))
                        }
                    }
                }
            }
        }
    }
}

fn one_loop(entry: &LoopEntry, id: &str, listing: &Listing) -> Markup {
    html! {
        section.array id=(id) {
            h3 { "One loop instead of " (entry.lines.len()) " in " code { (entry.function) } }
            p {
                @for (k, line) in entry.lines.iter().enumerate() {
                    @let pace = pace(entry, k);
                    (listing.line(*line)) ": " (pace)
                    @if k + 1 < entry.lines.len() { "; " } @else { "." }
                }
                @if let Some(strips) = &entry.strips {
                    " Threads share it in strips of " (count(strips.rows, "row"))
                    "; each computes " (count(strips.again, "row")) " again."
                }
            }
            @if let Some(figure) = time_lines(id, entry) { div.figures { (figure) } }
            @if !entry.arrays.is_empty() { (arrays(entry, listing)) }
            (assumptions(&entry.assumes))
        }
    }
}

/// `runs 2 rows ahead`, `3 rows per iteration`
fn pace(entry: &LoopEntry, stage: usize) -> String {
    let ahead = entry.ahead.get(stage).copied().unwrap_or(0);
    let rate = entry.rates.get(stage).copied().unwrap_or(1);
    let ahead = match ahead {
        0 => "not ahead".to_string(),
        behind if behind < 0 => format!("{} behind", count(-behind, "row")),
        _ => format!("{} ahead", count(ahead, "row")),
    };
    match rate {
        1 => ahead,
        _ => format!("{ahead}, {} per iteration", count(rate, "row")),
    }
}

fn arrays(entry: &LoopEntry, listing: &Listing) -> Markup {
    html! {
        div.scroll tabindex="0" role="group" aria-label="Arrays between the loops" {
            table {
                thead {
                    tr {
                        th scope="col" { "Array between them" } th scope="col" { "First written" }
                        th scope="col" { "Last read" }
                        th.num scope="col" { "Rows needed at a time" }
                    }
                }
                tbody {
                    @for array in &entry.arrays {
                        tr {
                            th scope="row" { code { (array.name) } }
                            td { "loop at " (listing.line(array.lines[0])) }
                            td { "loop at " (listing.line(array.lines[1])) }
                            td.num { (array.rows) }
                        }
                    }
                }
            }
        }
    }
}

/// The arrays of a file of which parts became arrays of their own.
pub(super) fn splitting(report: &Report, text: &FileText) -> Markup {
    let arrays = report
        .splitting
        .iter()
        .flat_map(|splitting| &splitting.arrays);
    let arrays: Vec<&SplitEntry> = arrays.filter(|e| e.file == text.path).collect();
    html! {
        @if !arrays.is_empty() {
            h2 { "Parts that live longer" }
            @for entry in arrays {
                p {
                    code { (entry.array) } " in " code { (entry.function) } ": "
                    @for part in &entry.parts {
                        code { (part.name) } " for " code { (part.elements(&entry.array)) } ", "
                    }
                    (entry.sizes()) "."
                }
                (assumptions(&entry.assumes))
            }
        }
    }
}

/// The arrays of a file in common storage.
pub(super) fn sharing(report: &Report, text: &FileText) -> Markup {
    let storages = report.sharing.iter().flat_map(|sharing| &sharing.storages);
    let storages: Vec<&StorageEntry> = storages.filter(|e| e.file == text.path).collect();
    html! {
        @if !storages.is_empty() {
            h2 { "Common storage" }
            @for entry in storages {
                @let names: Vec<String> = entry.arrays.clone();
                p {
                    (list(&names)) " in " code { (entry.function) } " have one storage: "
                    (entry.change().instead())
                    " (" (part(entry.bytes_before, entry.bytes_after)) ")."
                }
                (assumptions(&entry.assumes))
            }
        }
    }
}
