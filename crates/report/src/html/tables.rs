//! Tables of the section of an array: accesses and strategies.

use super::array::ticks;
use super::listing::Listing;
use super::words::{count, list};
use crate::{AccessEvidence, ArrayEntry, Evidence, StrategyEntry};
use maud::{Markup, html};
use std::collections::BTreeSet;

/// Accesses in a table, at most.
const MOST_ACCESSES: usize = 60;
/// A table with so many accesses is open.
const LONGEST_OPEN: usize = 10;
/// How the reasons of strategies that were not tried begin.
const NOT_ASKED: &str = "not asked: ";

/// The accesses of an array, in the order of the text.
pub(super) fn accesses(evidence: &Evidence, listing: &Listing) -> Markup {
    let number = evidence.accesses.len();
    let table = access_table(evidence, listing);
    html! {
        @if number > 0 {
            div.accesses {
                h5 { (ends(evidence)) }
                @if number > LONGEST_OPEN {
                    details { summary { "All " (number) " accesses" } (table) }
                } @else {
                    (table)
                }
                @if number > MOST_ACCESSES {
                    p.quiet { "The first " (MOST_ACCESSES) " of " (number) "." }
                }
                @if evidence.accesses.iter().any(|access| access.is_in_loops) {
                    p.quiet {
                        "Texts are those of the fused loop, lines those of the loops before."
                    }
                }
            }
        }
    }
}

fn access_table(evidence: &Evidence, listing: &Listing) -> Markup {
    let causes = { evidence.accesses.iter() }.filter_map(|access| access.cause.as_ref());
    // The only one is in the text above.
    let with_causes = causes.collect::<BTreeSet<_>>().len() > 1;
    html! {
        div.scroll tabindex="0" role="group" aria-label="Accesses" {
            table {
                thead {
                    tr {
                        th scope="col" { "Place" } th scope="col" { "Access" }
                        th scope="col" { "Kind" }
                        @if with_causes { th scope="col" { "Why it stays" } }
                    }
                }
                tbody {
                    @for (k, access) in evidence.accesses.iter().take(MOST_ACCESSES).enumerate() {
                        tr {
                            td.place { (listing.line(access.line)) }
                            td { code { (access.text) } }
                            td { (kind(access)) (role(evidence, k)) }
                            @if with_causes {
                                td { @if let Some(cause) = &access.cause { (ticks(cause)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// `Line 30 writes first; most values are last read at line 46`
fn ends(evidence: &Evidence) -> String {
    let line = |access: Option<usize>| Some(evidence.accesses.get(access?)?.line);
    match (line(evidence.first_write), line(evidence.last_read)) {
        (Some(write), Some(read)) => {
            format!("Line {write} writes first; most values are last read at line {read}")
        }
        _ => count(evidence.accesses.len() as i64, "access"),
    }
}

fn kind(access: &AccessEvidence) -> &'static str {
    match (access.writes, access.is_certain) {
        (true, true) => "writes",
        (true, false) => "may write",
        (false, true) => "reads",
        (false, false) => "may read",
    }
}

/// Whether an access writes the first value, or is the last read of most values.
fn role(evidence: &Evidence, access: usize) -> Markup {
    html! {
        @if evidence.first_write == Some(access) { strong { ", first" } }
        @if evidence.last_read == Some(access) { strong { ", last for most" } }
    }
}

/// The result of each strategy; those that were not tried share a line.
pub(super) fn strategies(entry: &ArrayEntry) -> Markup {
    let is_tried = |s: &&StrategyEntry| !reason(s).starts_with(NOT_ASKED);
    let tried: Vec<&StrategyEntry> = entry.strategies.iter().filter(is_tried).collect();
    let rest: Vec<&StrategyEntry> = entry.strategies.iter().filter(|s| !is_tried(s)).collect();
    let timed = tried.iter().any(|strategy| strategy.milliseconds.is_some());
    html! {
        details {
            summary { "Strategies (" (tried.len()) " tried)" }
            div.scroll tabindex="0" role="group" aria-label="Strategies" {
                table {
                    thead {
                        tr {
                            th scope="col" { "Strategy" } th scope="col" { "Mapping" }
                            th scope="col" { "Elements" } th scope="col" { "Result" }
                            @if timed { th.num scope="col" { "Time (ms)" } }
                        }
                    }
                    tbody { @for strategy in &tried { (strategy_row(entry, strategy, timed)) } }
                }
            }
            @for (reason, names) in untried(&rest) {
                p.quiet { "Not tried: " (list(&names)) ": " (reason) "." }
            }
        }
    }
}

fn strategy_row(entry: &ArrayEntry, strategy: &StrategyEntry, timed: bool) -> Markup {
    let chosen = entry.strategy.as_ref() == Some(&strategy.name);
    html! {
        tr.chosen[chosen] {
            th scope="row" { (strategy.name) }
            td {
                @match strategy.mapping.as_deref() {
                    Some("") => { "one cell" }
                    Some(mapping) => { code { (mapping) } }
                    None => { "none" }
                }
            }
            td { @if let Some(size) = &strategy.size { code { (size) } } }
            td {
                @if chosen { strong { "chosen" } ", " }
                @if strategy.proved { "proved" } @else { (ticks(reason(strategy))) }
            }
            @if timed {
                td.num { @if let Some(ms) = strategy.milliseconds { (format!("{ms:.1}")) } }
            }
        }
    }
}

fn reason(strategy: &StrategyEntry) -> &str {
    strategy.reason.as_deref().unwrap_or("")
}

/// Strategies that were not tried, by the reason.
fn untried(rest: &[&StrategyEntry]) -> Vec<(String, Vec<String>)> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for strategy in rest {
        let reason = reason(strategy).trim_start_matches(NOT_ASKED).to_string();
        match groups.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, names)) => names.push(strategy.name.clone()),
            None => groups.push((reason, vec![strategy.name.clone()])),
        }
    }
    groups
}
