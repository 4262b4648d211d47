//! Bytes before and after as bars, from 0.

use super::axis::{Place, Scale};
use super::{Figure, WIDTH, text};
use crate::html::words::{part, values};
use crate::{ArrayEntry, bytes};
use maud::{Markup, html};

/// A figure of the bytes of an array; `None` if they are unknown.
pub(in crate::html) fn storage(id: &str, entry: &ArrayEntry) -> Option<Markup> {
    let [before, after] = [entry.bytes_before?, entry.bytes_after?];
    let scale = Scale::new([0, before.max(after).max(1)], [0, WIDTH]);
    let at = match values(entry) {
        at if at.is_empty() => String::new(),
        at => format!(" at {at}"),
    };
    let sizes = [before, after].map(bytes);
    let bar = |size: i64, top: i64, class: &str, label: &str| {
        html! {
            (text(0, top, "label", label))
            rect.rail x="0" y=(top + 6) width=(WIDTH) height="18" {}
            rect class=(class) x="0" y=(top + 6) width=(visible(scale, size)) height="18" {}
        }
    };
    let formula = |size: &Option<String>| match size {
        Some(size) => format!(": {size} elements"),
        None => String::new(),
    };
    let [old, new] = [&entry.size_before, &entry.size_after].map(formula);
    let figure = Figure {
        id: format!("{id}-bytes"),
        title: format!("{} of the memory{at}", part(before, after)),
        alternative: format!("{} before, {} after{at}.", sizes[0], sizes[1]),
        size: [WIDTH, 100],
        drawing: html! {
            (bar(before, 14, "before", &format!("before: {}{}", sizes[0], one(&old))))
            (bar(after, 66, "after", &format!("after: {}{}", sizes[1], one(&new))))
        },
        caption: html! {
            "Bars start at 0 bytes."
            @if entry.params_guessed {
                " Some of the values are sample values, not the program's."
            }
        },
    };
    Some(figure.markup())
}

/// `: 1 elements` in English, in brackets.
fn one(formula: &str) -> String {
    match formula.strip_prefix(": ") {
        Some("1 elements") => " (1 element)".to_string(),
        Some(formula) => format!(" ({formula})"),
        None => String::new(),
    }
}

/// The width of a bar, which is never so small that it cannot be seen.
fn visible(scale: Scale, size: i64) -> Place {
    let width = scale.at(size as f64);
    match size {
        0 => width,
        _ => Place(width.0.max(1.5)),
    }
}

/// Two thin bars for a table, on a scale that ends at `most` bytes.
pub(in crate::html) fn bar_pair([before, after]: [i64; 2], most: i64) -> Markup {
    let scale = Scale::new([0, most.max(1)], [0, 200]);
    html! {
        svg.pair viewBox="0 0 200 16" preserveAspectRatio="none" aria-hidden="true" {
            rect.before x="0" y="1" width=(visible(scale, before)) height="6" {}
            rect.after x="0" y="9" width=(visible(scale, after)) height="6" {}
        }
    }
}
