//! The numbers of a project as tables for a terminal.

use super::{GainEntry, Stats};
use crate::{bytes, reasons};
use textwrap::core::display_width;

impl Stats {
    /// The tables, with a line end.
    pub fn to_text(&self) -> String {
        let parts = [
            self.counts(),
            self.reasons_table(),
            self.largest_table(),
            self.failures_list(),
        ];
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join("\n")
    }

    fn counts(&self) -> String {
        let row =
            |name: &str, number: usize, note: String| [name.to_string(), number.to_string(), note];
        let failed = match self.failures.len() {
            0 => String::new(),
            failed => format!("and {failed} not read"),
        };
        let rows = [
            row("files", self.files, failed),
            row("arrays", self.arrays, String::new()),
            row("  folded", self.folded, self.saving()),
            row("  near misses", self.near_misses, String::new()),
            row("  others", self.others, String::new()),
            row("sharing storage", self.shared, self.sharing()),
        ];
        let rows = &rows[..rows.len() - usize::from(self.shared == 0)];
        table(rows, [Side::Left, Side::Right, Side::Left])
    }

    /// `about 212 MiB -> 290 KiB at sample sizes`
    pub(crate) fn saving(&self) -> String {
        let sizes = self.totals.change.arrow();
        let sampled = self.at_samples();
        match (self.folded, self.unknown_bytes) {
            (0, _) => String::new(),
            (all, unknown) if all == unknown => "of unknown sizes".to_string(),
            (_, 0) => format!("{sizes}{sampled}"),
            (_, unknown) => format!("{sizes}{sampled}, without {unknown} of unknown sizes"),
        }
    }

    /// `about 290 KiB -> 192 KiB at sample sizes`: what common storage changes after the folds.
    pub(crate) fn sharing(&self) -> String {
        format!("{}{}", self.totals.sharing.arrow(), self.at_samples())
    }

    fn at_samples(&self) -> &'static str {
        match self.sampled {
            true => " at sample sizes",
            false => "",
        }
    }

    fn reasons_table(&self) -> String {
        let head = ["why arrays stay", "near misses", "others", ""].map(str::to_string);
        let rows = self.reasons.iter().map(|entry| {
            [
                entry.reason.clone(),
                entry.near_misses.to_string(),
                entry.others.to_string(),
                reasons::title(&entry.reason)
                    .unwrap_or_default()
                    .to_string(),
            ]
        });
        let rows: Vec<[String; 4]> = [head].into_iter().chain(rows).collect();
        match self.reasons.is_empty() {
            true => String::new(),
            false => table(&rows, [Side::Left, Side::Right, Side::Right, Side::Left]),
        }
    }

    fn largest_table(&self) -> String {
        let head = ["largest to gain", "array", "before", "after", ""].map(str::to_string);
        let rows: Vec<[String; 5]> = { [head].into_iter() }
            .chain(self.largest.iter().map(row))
            .collect();
        let sides = [Side::Left, Side::Left, Side::Right, Side::Right, Side::Left];
        match self.largest.is_empty() {
            true => String::new(),
            false => table(&rows, sides),
        }
    }

    fn failures_list(&self) -> String {
        let lines = self.failures.iter().map(|failure| {
            let line = failure
                .line
                .map_or_else(String::new, |line| format!(":{line}"));
            let cause = failure.message.lines().next().unwrap_or_default();
            format!("not read: {}{line}: {cause}\n", failure.file)
        });
        lines.collect()
    }
}

fn row(gain: &GainEntry) -> [String; 5] {
    [
        gain.place(),
        gain.name.clone(),
        gain.bytes_before.map_or_else(unknown, bytes),
        gain.bytes_after.map_or_else(unknown, bytes),
        gain.result(),
    ]
}

fn unknown() -> String {
    "?".to_string()
}

/// The side of a column on which its texts are aligned.
#[derive(Clone, Copy)]
enum Side {
    Left,
    Right,
}

/// Rows with aligned columns, two blanks between them.
fn table<const N: usize>(rows: &[[String; N]], sides: [Side; N]) -> String {
    let width = |column: usize| {
        let widths = rows.iter().map(|row| display_width(&row[column]));
        widths.max().unwrap_or(0)
    };
    let widths: [usize; N] = std::array::from_fn(width);
    let line = |row: &[String; N]| {
        let cells = (0..N).map(|k| {
            let blanks = " ".repeat(widths[k] - display_width(&row[k]));
            match sides[k] {
                Side::Left => format!("{}{blanks}", row[k]),
                Side::Right => format!("{blanks}{}", row[k]),
            }
        });
        let cells: Vec<String> = cells.collect();
        format!("{}\n", cells.join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}
