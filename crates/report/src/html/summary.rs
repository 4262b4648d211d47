//! The top of the page: the result in one sentence, a bar pair per folded array, the contents.

use super::plots::bar_pair;
use super::words::{about, count, part, values};
use super::{FileText, Item};
use crate::{Attention, Report, Status, Totals, bytes};
use maud::{Markup, html};

/// Rows of the table, at most.
const MOST_ROWS: usize = 25;

/// The summary of a report.
pub(super) fn summary(report: &Report, texts: &[FileText], items: &[Item]) -> Markup {
    let mut folded: Vec<&Item> = items
        .iter()
        .filter(|i| i.entry.status == Status::Folded)
        .collect();
    folded.sort_by_key(|item| std::cmp::Reverse(item.entry.bytes_before));
    let number = |attention| {
        { items.iter() }
            .filter(|i| i.entry.attention == attention)
            .count()
    };
    html! {
        section.summary aria-labelledby="summary" {
            h2 id="summary" { (finding(report, &folded)) }
            p.counts {
                (count(folded.len() as i64, "array")) " folded, "
                (count(number(Attention::NearMiss) as i64, "near miss")) ", "
                (count(number(Attention::Other) as i64, "other")) "."
                @if folded.iter().any(|item| item.entry.guessed[0]) {
                    " Sizes marked \u{2248} are those at sample values of variables."
                }
            }
            @if !folded.is_empty() { (table(&folded, texts.len() > 1)) }
            (contents(report, texts, items))
        }
    }
}

/// The result in one sentence.
fn finding(report: &Report, folded: &[&Item]) -> String {
    let arrays = count(folded.len() as i64, "array");
    let sizes = Totals::of(report).change.instead();
    let is_known = folded.iter().any(|item| item.entry.change().is_some());
    match (folded.len(), is_known) {
        (0, _) => "No array was folded".to_string(),
        (_, false) => format!("{arrays} folded"),
        (1, true) => format!("{arrays} takes {sizes}"),
        (_, true) => format!("{arrays} take {sizes}"),
    }
}

fn table(folded: &[&Item], with_files: bool) -> Markup {
    let most = folded
        .iter()
        .filter_map(|item| item.entry.bytes_before)
        .max()
        .unwrap_or(1);
    html! {
        div.scroll tabindex="0" role="group" aria-label="Folded arrays" {
            table.arrays {
                thead {
                    tr {
                        th scope="col" { "Array" }
                        @if with_files { th scope="col" { "File" } }
                        th.num scope="col" { span.swatch.before {} " Before" }
                        th.num scope="col" { span.swatch.after {} " After" }
                        th.num scope="col" { "Left" }
                        th.bars scope="col" { "Bytes, on one scale" }
                    }
                }
                tbody {
                    @for item in folded.iter().take(MOST_ROWS) { (row(item, most, with_files)) }
                }
            }
        }
        @if folded.len() > MOST_ROWS {
            p { "The " (folded.len() - MOST_ROWS) " smallest arrays are not in this table." }
        }
    }
}

fn row(item: &Item, most: i64, with_files: bool) -> Markup {
    let entry = item.entry;
    let sizes = entry.bytes_before.zip(entry.bytes_after);
    let about = entry.guessed.map(about);
    let at = values(entry);
    html! {
        tr {
            th scope="row" {
                @if item.has_section {
                    a href=(format!("#a{}", item.index)) { code { (entry.name) } }
                } @else {
                    code { (entry.name) }
                }
                @if !entry.function.is_empty() { span.quiet { " in " (entry.function) } }
            }
            @if with_files { td.path { (entry.file) } }
            @if let Some((before, after)) = sizes {
                td.num title=(at) { (about[0]) (bytes(before)) }
                td.num title=(at) { (about[1]) (bytes(after)) }
                td.num { (part(before, after)) }
                td.bars { (bar_pair([before, after], most)) }
            } @else {
                td.num colspan="4" { "unknown" }
            }
        }
    }
}

/// Links to the parts of the page.
fn contents(report: &Report, texts: &[FileText], items: &[Item]) -> Markup {
    html! {
        nav aria-label="Contents" {
            @if let [_] = texts {
                ul.inline {
                    li { a href="#f0-source" { "Source, side by side" } }
                    @if report.fusion.is_some() { li { a href="#f0-fused" { "Fused loops" } } }
                    @if items.iter().any(|i| i.entry.status == Status::Folded) {
                        li { a href="#f0-arrays" { "Folded arrays" } }
                    }
                    @if items.iter().any(|i| i.entry.status == Status::Kept) {
                        li { a href="#f0-kept" { "Arrays that stay" } }
                    }
                }
            } @else {
                h3 { "Files" }
                ul {
                    @for (k, text) in texts.iter().enumerate() {
                        li {
                            a.path href=(format!("#f{k}")) { (text.path) }
                            span.quiet { " " (tally(items, text)) }
                        }
                    }
                }
            }
        }
    }
}

/// `2 folded, 1 near miss`
fn tally(items: &[Item], text: &FileText) -> String {
    let own = items.iter().filter(|item| item.entry.file == text.path);
    let number = |attention| {
        own.clone()
            .filter(|i| i.entry.attention == attention)
            .count() as i64
    };
    let parts = [
        (number(Attention::Folded), "folded".to_string()),
        (number(Attention::NearMiss), String::new()),
    ];
    let [(folded, word), (near, _)] = parts;
    match (folded, near) {
        (0, 0) => "nothing folded".to_string(),
        (_, 0) => format!("{folded} {word}"),
        (0, _) => count(near, "near miss"),
        _ => format!("{folded} {word}, {}", count(near, "near miss")),
    }
}
