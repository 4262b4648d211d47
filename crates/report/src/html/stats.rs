//! The numbers of a project as a page.

use super::page::document;
use super::words::about;
use crate::{GainEntry, ReasonEntry, Stats, bytes, reasons};
use maud::{Markup, html};

impl Stats {
    /// One HTML page that needs no network.
    pub fn to_html(&self) -> String {
        let heading = format!("Arrays of {} files", self.files);
        let body = html! {
            (self.numbers())
            @if !self.largest.is_empty() { (self.gains()) }
            @if !self.reasons.is_empty() { (self.why()) }
            @if !self.failures.is_empty() { (self.not_read()) }
        };
        document("Statistics \u{2013} Pleat", &heading, &body).into_string() + "\n"
    }

    fn numbers(&self) -> Markup {
        let rows = [
            ("Folded", self.folded, self.saving()),
            ("Near misses", self.near_misses, String::new()),
            ("Others", self.others, String::new()),
            ("All arrays", self.arrays, String::new()),
            ("Sharing storage", self.shared, self.sharing()),
        ];
        let shown = rows.len() - usize::from(self.shared == 0);
        let rows = rows.into_iter().take(shown);
        html! {
            section.summary aria-labelledby="numbers" {
                h2 id="numbers" { "Result" }
                table {
                    tbody {
                        @for (name, number, note) in rows {
                            tr { th scope="row" { (name) } td.num { (number) } td { (note) } }
                        }
                    }
                }
            }
        }
    }

    fn gains(&self) -> Markup {
        html! {
            section aria-labelledby="gains" {
                h2 id="gains" { "Largest arrays that fold or nearly fold" }
                div.scroll tabindex="0" role="group" aria-label="Largest arrays" {
                    table {
                        thead {
                            tr {
                                th scope="col" { "Array" }
                                th scope="col" { "Declared" }
                                th.num scope="col" { "Before" }
                                th.num scope="col" { "After" }
                                th scope="col" { "Result" }
                            }
                        }
                        tbody { @for gain in &self.largest { (gain_row(gain)) } }
                    }
                }
            }
        }
    }

    fn why(&self) -> Markup {
        html! {
            section aria-labelledby="reasons" {
                h2 id="reasons" { "Why arrays stay" }
                div.scroll tabindex="0" role="group" aria-label="Reasons" {
                    table {
                        thead {
                            tr {
                                th scope="col" { "Code" }
                                th.num scope="col" { "Near misses" }
                                th.num scope="col" { "Others" }
                                th scope="col" { "Cause" }
                            }
                        }
                        tbody { @for entry in &self.reasons { (reason_row(entry)) } }
                    }
                }
            }
        }
    }

    fn not_read(&self) -> Markup {
        html! {
            section aria-labelledby="failures" {
                h2 id="failures" { "Files that were not read" }
                ul {
                    @for failure in &self.failures {
                        li { span.path { (failure.file) } pre { (failure.message) } }
                    }
                }
            }
        }
    }
}

fn gain_row(gain: &GainEntry) -> Markup {
    let size = |bytes_: Option<i64>| bytes_.map_or_else(|| "unknown".to_string(), bytes);
    let about = gain.guessed.map(about);
    html! {
        tr {
            th scope="row" {
                code { (gain.name) }
                @if !gain.function.is_empty() { span.quiet { " in " (gain.function) } }
            }
            td.path { (gain.place()) }
            td.num { (about[0]) (size(gain.bytes_before)) }
            td.num { @if gain.bytes_after.is_some() { (about[1]) } (size(gain.bytes_after)) }
            td { (gain.result()) }
        }
    }
}

fn reason_row(entry: &ReasonEntry) -> Markup {
    html! {
        tr {
            th scope="row" { code { (entry.reason) } }
            td.num { (entry.near_misses) }
            td.num { (entry.others) }
            td { (reasons::title(&entry.reason).unwrap_or_default()) }
        }
    }
}
