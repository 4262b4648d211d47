//! The section of one file: its source, its fused loops, its arrays.

use super::array::array;
use super::fusion::{fusion, sharing, splitting};
use super::kept::kept;
use super::listing::{Listing, Sides};
use super::words::count;
use super::{FileText, Item, Limits};
use crate::{Attention, Report, Status};
use maud::{Markup, html};
use std::collections::BTreeSet;

/// The section of a file.
pub(super) fn file(
    report: &Report,
    number: usize,
    (text, sides): (&FileText, &Sides),
    items: &[&Item],
    limits: &Limits,
) -> Markup {
    let id = format!("f{number}");
    let is_only = report.arrays.iter().all(|entry| entry.file == text.path);
    let interest = interest(report, text, items);
    let listing = Listing::new(number, sides, &interest, limits);
    let folded: Vec<&&Item> = items
        .iter()
        .filter(|i| i.entry.status == Status::Folded)
        .collect();
    let sections: Vec<&&&Item> = folded.iter().filter(|item| item.has_section).collect();
    html! {
        section.file id=(id) aria-labelledby=(format!("{id}-source")) {
            h2 id=(format!("{id}-source")) {
                @if is_only { "Source, side by side" } @else { span.path { (text.path) } }
            }
            @if text.old == text.new { p { "The result is the original." } }
            a.skip href=(format!("#{id}-end")) { "Skip the source" }
            (listing.markup())
            div id=(format!("{id}-end")) {}
            (splitting(report, text))
            (fusion(report, text, &id, &listing))
            (sharing(report, text))
            @if !folded.is_empty() {
                h2 id=(format!("{id}-arrays")) { "Folded arrays" }
                @for item in &sections { (array(item, &listing)) }
                @if sections.len() < folded.len() {
                    p {
                        (count((folded.len() - sections.len()) as i64, "folded array"))
                        " of this file have no section: they save least."
                    }
                }
            }
            (kept(items, &id, &listing, limits))
        }
    }
}

/// Lines of the original that the sections refer to.
fn interest(report: &Report, text: &FileText, items: &[&Item]) -> BTreeSet<usize> {
    let mut lines = BTreeSet::new();
    let matters = |item: &&&Item| item.entry.attention != Attention::Other;
    for item in items.iter().filter(matters) {
        lines.extend(item.entry.line);
        let accesses = item.evidence.iter().flat_map(|evidence| &evidence.accesses);
        lines.extend(accesses.map(|access| access.line));
    }
    let loops = report.fusion.iter().flat_map(|fusion| &fusion.loops);
    let own = loops.filter(|entry| entry.file == text.path);
    lines.extend(own.flat_map(|entry| entry.lines.iter().copied()));
    lines
}
