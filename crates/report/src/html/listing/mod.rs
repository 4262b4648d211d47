//! The original and the result, side by side; folded accesses are links to their arrays.

mod marks;
mod rows;

use crate::html::Limits;
use crate::html::words::count;
use crate::{FileText, Report, Status};
use marks::{Folded, Mark, Side};
use maud::{Markup, html};
use rows::{Row, rows};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Unchanged lines that are shown before and after a change.
const CONTEXT: usize = 3;
/// Unchanged lines that are folded away, at least.
const SHORTEST_GAP: usize = 8;

/// The two texts of a file, line by line.
pub(super) struct Sides<'a> {
    old: Vec<&'a str>,
    new: Vec<&'a str>,
    rows: Vec<Row>,
    marks: [BTreeMap<usize, Vec<Mark>>; 2],
}

impl<'a> Sides<'a> {
    /// The lines of a file, with the marks of the arrays of a report.
    pub(super) fn new(text: &'a FileText, report: &Report) -> Self {
        let [old, new] = [&text.old, &text.new].map(|text| lines(text));
        let rows = rows(&old, &new);
        let marks = all_marks(text, &rows, report);
        Sides {
            old,
            new,
            rows,
            marks,
        }
    }
}

/// The listing of one file.
pub(super) struct Listing<'a> {
    file: usize,
    sides: &'a Sides<'a>,
    /// Which rows are shown.
    shown: Vec<bool>,
    /// The lines of the original that are in the page, from 1.
    listed: BTreeSet<usize>,
    /// Whether lines that are not shown are in the page, folded away.
    with_gaps: bool,
}

impl<'a> Listing<'a> {
    /// The listing of a file; lines of `interest` (from 1) are shown, too.
    pub(super) fn new(
        file: usize,
        sides: &'a Sides<'a>,
        interest: &BTreeSet<usize>,
        limits: &Limits,
    ) -> Self {
        let rows = &sides.rows;
        let mut shown = shown(rows, interest);
        let is_whole = !cut(&mut shown, limits.listed_rows);
        let with_gaps = is_whole && rows.len() <= limits.gap_rows;
        let is_listed = |(row, shown): (&Row, &bool)| match *shown || with_gaps {
            true => row.old.map(|line| line + 1),
            false => None,
        };
        let listed = rows.iter().zip(&shown).filter_map(is_listed).collect();
        Listing {
            file,
            sides,
            shown,
            listed,
            with_gaps,
        }
    }

    /// A line of the original, as a link if it is in the page.
    pub(super) fn line(&self, line: usize) -> Markup {
        let name = format!("line {line}");
        match self.listed.contains(&line) {
            true => html! { a href=(format!("#f{}-{line}", self.file)) { (name) } },
            false => html! { (name) },
        }
    }

    /// The listing.
    pub(super) fn markup(&self) -> Markup {
        let mut parts = Vec::new();
        let mut at = 0;
        while at < self.sides.rows.len() {
            let shown = self.shown[at];
            let length = self.shown[at..].iter().take_while(|s| **s == shown).count();
            let range = at..at + length;
            parts.push(match shown {
                true => html! { @for k in range { (self.row(&self.sides.rows[k])) } },
                false => self.gap(range),
            });
            at += length;
        }
        html! {
            div.listing role="group" aria-label="Original and result, line by line" {
                div.heads aria-hidden="true" { span { "Original" } span { "Result" } }
                @for part in &parts { (part) }
            }
        }
    }

    /// Unchanged lines that are folded away.
    fn gap(&self, range: Range<usize>) -> Markup {
        let is_same = self.sides.rows[range.clone()]
            .iter()
            .all(|row| !row.changed);
        let kind = if is_same { "unchanged line" } else { "line" };
        let name = count(range.len() as i64, kind);
        if !self.with_gaps {
            return html! { p.gap { (name) ", not listed" } };
        }
        html! {
            details.gap {
                summary { (name) }
                @for row in &self.sides.rows[range] {
                    @if let Some(line) = row.old {
                        div.r.one {
                            span.n id=(self.id(line)) { (line + 1) }
                            code { (self.sides.old[line]) }
                        }
                    }
                }
            }
        }
    }

    fn row(&self, row: &Row) -> Markup {
        let changed = match (row.old, row.new) {
            (Some(old), Some(new)) if row.changed => {
                marks::changes(self.sides.old[old], self.sides.new[new])
            }
            _ => [Vec::new(), Vec::new()],
        };
        let [old_changes, new_changes] = changed;
        let old = row.old.map(|line| self.code(Side::Old, line, &old_changes));
        let new = row.new.map(|line| self.code(Side::New, line, &new_changes));
        html! {
            div.r.c[row.changed] {
                @match (row.old, old) {
                    (Some(line), Some(code)) => {
                        span.n id=(self.id(line)) { (line + 1) }
                        @if row.changed { del { code { (code) } } } @else { code { (code) } }
                    }
                    _ => { span.n.e {} span.e {} }
                }
                @match (row.new, new) {
                    (Some(line), Some(code)) => {
                        span.n aria-hidden=[(!row.changed).then_some("true")] { (line + 1) }
                        @if row.changed {
                            ins { code { (code) } }
                        } @else {
                            code aria-hidden="true" { (self.sides.new[line]) }
                        }
                    }
                    _ => { span.n.e {} span.e {} }
                }
            }
        }
    }

    fn id(&self, line: usize) -> String {
        format!("f{}-{}", self.file, line + 1)
    }

    /// A line with its marks: accesses of folded arrays are links, changed tokens are bold.
    fn code(&self, side: Side, line: usize, changes: &[Range<usize>]) -> Markup {
        let (text, marks) = match side {
            Side::Old => (self.sides.old[line], &self.sides.marks[0]),
            Side::New => (self.sides.new[line], &self.sides.marks[1]),
        };
        let none = Vec::new();
        let marks = marks.get(&line).unwrap_or(&none);
        let mut met = BTreeSet::new();
        let pieces = pieces(text, marks);
        html! {
            @for (bytes, array) in pieces {
                @if let Some(array) = array {
                    a href=(format!("#a{array}")) tabindex=[(!met.insert(array)).then_some("-1")] {
                        (bold(text, bytes, changes))
                    }
                } @else {
                    (bold(text, bytes, changes))
                }
            }
        }
    }
}

/// Lines without their ends.
fn lines(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.split('\n').collect();
    if lines.last().is_some_and(|last| last.is_empty()) {
        lines.pop();
    }
    lines
        .iter()
        .map(|line| line.trim_end_matches('\r'))
        .collect()
}

/// The marks of both texts.
fn all_marks(text: &FileText, rows: &[Row], report: &Report) -> [BTreeMap<usize, Vec<Mark>>; 2] {
    let own = { report.arrays.iter().enumerate() }
        .filter(|(_, entry)| entry.file == text.path && entry.status == Status::Folded);
    let folded = own.filter_map(|(index, entry)| {
        Some(Folded {
            index,
            name: &entry.name,
            declared: entry.line?.checked_sub(1)?,
            is_scalar: entry.moduli.is_empty(),
        })
    });
    let folded: Vec<Folded> = folded.collect();
    let last = rows.iter().filter_map(|row| row.old).max().unwrap_or(0);
    let in_new = |line: usize| rows.iter().find(|row| row.old == Some(line))?.new;
    [
        marks::marks(&text.old, Side::Old, &folded, |line| {
            (line <= last).then_some(line)
        }),
        marks::marks(&text.new, Side::New, &folded, in_new),
    ]
}

/// Rows near changes and lines of interest; gaps between them that are short.
fn shown(rows: &[Row], interest: &BTreeSet<usize>) -> Vec<bool> {
    let mut shown = vec![false; rows.len()];
    for (k, row) in rows.iter().enumerate() {
        let matters = row.old.is_some_and(|line| interest.contains(&(line + 1)));
        let context = match (row.changed, matters) {
            (true, _) => CONTEXT,
            (false, true) => 1,
            (false, false) => continue,
        };
        let end = (k + context + 1).min(rows.len());
        shown[k.saturating_sub(context)..end].fill(true);
    }
    let mut at = 0;
    while at < shown.len() {
        let length = shown[at..].iter().take_while(|s| **s == shown[at]).count();
        if length < SHORTEST_GAP {
            shown[at..at + length].fill(true);
        }
        at += length;
    }
    shown
}

/// Hides all rows after so many, and says whether there are any.
fn cut(shown: &mut [bool], most: usize) -> bool {
    let visible = shown.iter_mut().filter(|shown| **shown);
    let rest = visible.skip(most).map(|shown| *shown = false);
    rest.count() > 0
}

/// A line as parts, each with the array that it belongs to; inner marks give way to outer ones.
fn pieces(text: &str, marks: &[Mark]) -> Vec<(Range<usize>, Option<usize>)> {
    let (mut pieces, mut at) = (Vec::new(), 0);
    for mark in marks {
        let Range { start, end } = mark.bytes.clone();
        if start < at || text.get(mark.bytes.clone()).is_none() {
            continue;
        }
        pieces.push((at..start, None));
        pieces.push((start..end, Some(mark.array)));
        at = end;
    }
    pieces.push((at..text.len(), None));
    pieces.retain(|(bytes, _)| !bytes.is_empty());
    pieces
}

/// A part of a line with its changed tokens in bold.
fn bold(text: &str, bytes: Range<usize>, changes: &[Range<usize>]) -> Markup {
    let mut at = bytes.start;
    let mut parts = Vec::new();
    for change in changes {
        let (start, end) = (change.start.max(at), change.end.min(bytes.end));
        if start < end {
            parts.push((at..start, false));
            parts.push((start..end, true));
            at = end;
        }
    }
    parts.push((at..bytes.end, false));
    html! {
        @for (bytes, changed) in parts {
            @let part = text.get(bytes).unwrap_or_default();
            @if changed { b { (part) } } @else { (part) }
        }
    }
}
