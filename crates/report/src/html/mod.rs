//! The report as one HTML page that needs no network: summary, source side by side, a section with
//! figures per folded array, kept arrays.

mod array;
mod file;
mod fusion;
mod kept;
mod listing;
mod page;
mod plots;
mod stats;
mod summary;
mod tables;
mod words;

use crate::{ArrayEntry, Evidence, FileText, Report};
use listing::Sides;

/// The size of a page, at most, if leaving out details can achieve it.
const MOST_BYTES: usize = 480_000;

/// How much of a report a page has.
struct Limits {
    /// Files with so many rows list all of them: unchanged lines can be unfolded.
    gap_rows: usize,
    /// Rows of a listing.
    listed_rows: usize,
    /// Folded arrays with figures, in the order of the bytes that they save.
    figures: usize,
    /// Folded arrays with sections of their own.
    sections: usize,
    /// Kept arrays in tables, of all files.
    kept: usize,
}

/// From all details to few; the first one that makes a page small enough is used.
const LEVELS: [Limits; 5] = [
    Limits {
        gap_rows: 1_000,
        listed_rows: 4_000,
        figures: 60,
        sections: 400,
        kept: 1_000,
    },
    Limits {
        gap_rows: 0,
        listed_rows: 1_500,
        figures: 40,
        sections: 300,
        kept: 600,
    },
    Limits {
        gap_rows: 0,
        listed_rows: 800,
        figures: 16,
        sections: 150,
        kept: 300,
    },
    Limits {
        gap_rows: 0,
        listed_rows: 300,
        figures: 8,
        sections: 60,
        kept: 100,
    },
    Limits {
        gap_rows: 0,
        listed_rows: 60,
        figures: 4,
        sections: 20,
        kept: 40,
    },
];

/// An array of the report.
struct Item<'a> {
    /// Its number on the page.
    index: usize,
    entry: &'a ArrayEntry,
    evidence: Option<&'a Evidence>,
    /// Whether there is space for figures.
    has_figures: bool,
    /// Whether there is space for a section of its own.
    has_section: bool,
}

impl Report {
    /// The report as one HTML page, with the texts of its files.
    pub fn to_html(&self, files: &[FileText]) -> String {
        let sides: Vec<Sides> = files.iter().map(|text| Sides::new(text, self)).collect();
        let mut page = String::new();
        for limits in &LEVELS {
            page = page::page(self, files, &sides, limits).into_string();
            if page.len() <= MOST_BYTES {
                break;
            }
        }
        page.push('\n');
        page
    }
}

/// The arrays of a report, with their evidence.
fn items<'a>(report: &'a Report, limits: &Limits) -> Vec<Item<'a>> {
    let saved = |entry: &ArrayEntry| match (entry.bytes_before, entry.bytes_after) {
        (Some(before), Some(after)) => before.saturating_sub(after),
        _ => 0,
    };
    let mut order: Vec<usize> = (0..report.arrays.len()).collect();
    order.retain(|k| report.arrays[*k].status == crate::Status::Folded);
    order.sort_by_key(|k| std::cmp::Reverse(saved(&report.arrays[*k])));
    let rank = |index: usize| order.iter().position(|k| *k == index).unwrap_or(0);
    let item = |(index, entry): (usize, &'a ArrayEntry)| Item {
        index,
        entry,
        evidence: { report.evidence.iter() }.find(|evidence| {
            evidence.name == entry.name
                && evidence.function == entry.function
                && evidence.file == entry.file
                && evidence.line == entry.line
        }),
        has_figures: rank(index) < limits.figures,
        has_section: rank(index) < limits.sections,
    };
    report.arrays.iter().enumerate().map(item).collect()
}
