//! What a report says about places of files, one finding each: the common content of SARIF, LLVM
//! remarks and annotations.

use crate::outline::quoted;
use crate::sentence::sentence;
use crate::{ArrayEntry, Attention, LoopEntry, NotFusedEntry, NotSharedEntry};
use crate::{Owner, Report, SpanEntry, SplitEntry, Status, StorageEntry, UnsplitEntry};

/// The code of an array that was folded.
pub(crate) const FOLDED: &str = "folded";
/// The code of loops that were fused.
pub(crate) const FUSED: &str = "fused";
/// The code of loops that stay apart.
pub(crate) const NOT_FUSED: &str = "not-fused";
/// The code of an array with parts of their own.
pub(crate) const SPLIT: &str = "split";
/// The code of an array that stays whole.
pub(crate) const NOT_SPLIT: &str = "not-split";
/// The code of arrays in common storage.
pub(crate) const SHARED: &str = "shared";
/// The code of arrays that keep storage of their own.
pub(crate) const NOT_SHARED: &str = "not-shared";

/// A finding.
#[derive(Clone, Debug)]
pub(crate) struct Finding<'a> {
    /// A stable name: of the change, or of the reason against it.
    pub(crate) code: &'a str,
    /// Whether a user should look at it.
    pub(crate) attention: Attention,
    /// Path of the file.
    pub(crate) file: &'a str,
    /// The function; empty at file scope.
    pub(crate) function: &'a str,
    /// The arrays.
    pub(crate) arrays: Vec<&'a str>,
    /// The main place, if it is known.
    pub(crate) place: Option<SpanEntry>,
    /// The places that decide.
    pub(crate) related: &'a [SpanEntry],
    /// The content in one sentence, without the names of the arrays at its start.
    pub(crate) text: String,
    /// Further sentences.
    pub(crate) notes: Vec<String>,
    /// The entry of the array, if it is about one.
    pub(crate) entry: Option<&'a ArrayEntry>,
}

impl Finding<'_> {
    /// All sentences, each on a line of its own.
    pub(crate) fn message(&self) -> String {
        let lines = [self.headline()].into_iter();
        let lines = lines.chain(self.notes.iter().cloned());
        lines.collect::<Vec<_>>().join("\n")
    }

    /// `` `y` can be smaller: 2 rows of N, 96 KiB instead of 64 MiB ``
    pub(crate) fn headline(&self) -> String {
        format!("{} {}", quoted(&self.arrays), self.text)
    }

    /// Whether it says that the text changed.
    pub(crate) fn is_change(&self) -> bool {
        self.attention == Attention::Folded
    }
}

/// All findings of a report, in its order: arrays, their parts, fused loops, common storage.
pub(crate) fn all(report: &Report) -> Vec<Finding<'_>> {
    let arrays = report.arrays.iter().map(of_array);
    let fusion = report.fusion.iter();
    let loops = fusion.clone().flat_map(|f| f.loops.iter().map(of_loop));
    let apart = fusion.flat_map(|f| f.not_fused.iter().map(of_apart));
    let sharing = report.sharing.iter();
    let storages = sharing.clone().flat_map(|s| &s.storages);
    let storages = storages.map(|storage| of_storage(report, storage));
    let own = sharing.flat_map(|s| s.not_shared.iter().map(|n| of_own(report, n)));
    let splitting = report.splitting.iter();
    let split = splitting.clone().flat_map(|s| &s.arrays);
    let split = split.map(|entry| of_split(report, entry));
    let whole = splitting.flat_map(|s| s.not_split.iter().map(|n| of_whole(report, n)));
    let all = arrays.chain(split).chain(whole).chain(loops).chain(apart);
    all.chain(storages).chain(own).collect()
}

fn of_array(entry: &ArrayEntry) -> Finding<'_> {
    let advice = entry.advice.iter().map(|advice| sentence(advice));
    Finding {
        code: entry.code(),
        attention: entry.attention,
        file: &entry.file,
        function: &entry.function,
        arrays: vec![&entry.name],
        place: name_of(entry),
        related: &entry.places,
        text: match entry.status {
            Status::Folded => format!("{}: {}", chance(entry), entry.gain()),
            Status::Kept => format!("stays as it is: {}", entry.detail),
        },
        notes: match entry.status {
            Status::Folded => vec![mapping(entry)],
            Status::Kept => advice.collect(),
        },
        entry: Some(entry),
    }
}

/// What a fold makes of an array.
pub(crate) fn chance(entry: &ArrayEntry) -> &'static str {
    match entry.owner {
        Owner::Function | Owner::DroppedCaller | Owner::Split => "can be smaller",
        Owner::Caller => "can be local",
    }
}

/// The name of an array at its declaration; if that is not in the file, the place that decides.
fn name_of(entry: &ArrayEntry) -> Option<SpanEntry> {
    let name = entry.line.zip(entry.column).map(|(line, column)| {
        let end = entry.end_column.unwrap_or(column);
        line_span(line, column, end)
    });
    name.or_else(|| entry.places.first().cloned())
}

/// `N*N -> 2*N elements: element y[i][j] lives in y[j mod 2][i].`
fn mapping(entry: &ArrayEntry) -> String {
    let sizes = entry
        .size_before
        .as_deref()
        .zip(entry.size_after.as_deref());
    let Some((before, after)) = sizes else {
        return sentence(&entry.detail);
    };
    let plural = if after == "1" { "" } else { "s" };
    format!("{before} -> {after} element{plural}: {}.", entry.detail)
}

fn of_loop(entry: &LoopEntry) -> Finding<'_> {
    let rows = entry.arrays.iter().map(|array| match array.rows {
        1 => format!("1 row of `{}`", array.name),
        rows => format!("{rows} rows of `{}`", array.name),
    });
    let rows = rows.collect::<Vec<_>>().join(", ");
    Finding {
        code: FUSED,
        attention: Attention::Folded,
        file: &entry.file,
        function: &entry.function,
        arrays: entry.arrays.iter().map(|a| a.name.as_str()).collect(),
        place: entry.lines.first().copied().map(start_of_line),
        related: &[],
        text: format!(
            "need few rows, if the loops at lines {} are one loop: {rows} at a time",
            numbers(&entry.lines)
        ),
        notes: Vec::new(),
        entry: None,
    }
}

fn of_apart(entry: &NotFusedEntry) -> Finding<'_> {
    Finding {
        code: NOT_FUSED,
        attention: Attention::Other,
        file: &entry.file,
        function: &entry.function,
        arrays: entry.array.iter().map(String::as_str).collect(),
        place: entry.lines.first().copied().map(start_of_line),
        related: &[],
        text: format!("loops stay apart: {}", entry.reason),
        notes: Vec::new(),
        entry: None,
    }
}

fn of_split<'a>(report: &'a Report, entry: &'a SplitEntry) -> Finding<'a> {
    let arrays = std::slice::from_ref(&entry.array);
    Finding {
        code: SPLIT,
        attention: Attention::Folded,
        file: &entry.file,
        function: &entry.function,
        arrays: vec![&entry.array],
        place: declaration(report, &entry.file, &entry.function, arrays),
        related: &[],
        text: entry.words(),
        notes: Vec::new(),
        entry: None,
    }
}

fn of_whole<'a>(report: &'a Report, entry: &'a UnsplitEntry) -> Finding<'a> {
    let arrays = std::slice::from_ref(&entry.array);
    Finding {
        code: NOT_SPLIT,
        attention: Attention::Other,
        file: &entry.file,
        function: &entry.function,
        arrays: vec![&entry.array],
        place: declaration(report, &entry.file, &entry.function, arrays),
        related: &[],
        text: format!("stays whole: {}", entry.reason),
        notes: Vec::new(),
        entry: None,
    }
}

fn of_storage<'a>(report: &'a Report, entry: &'a StorageEntry) -> Finding<'a> {
    Finding {
        code: SHARED,
        attention: Attention::Folded,
        file: &entry.file,
        function: &entry.function,
        arrays: entry.arrays.iter().map(String::as_str).collect(),
        place: declaration(report, &entry.file, &entry.function, &entry.arrays),
        related: &[],
        text: format!("can have common storage: {}", entry.change().instead()),
        notes: Vec::new(),
        entry: None,
    }
}

fn of_own<'a>(report: &'a Report, entry: &'a NotSharedEntry) -> Finding<'a> {
    Finding {
        code: NOT_SHARED,
        attention: Attention::Other,
        file: &entry.file,
        function: &entry.function,
        arrays: entry.arrays.iter().map(String::as_str).collect(),
        place: declaration(report, &entry.file, &entry.function, &entry.arrays),
        related: &[],
        text: format!("keep storage of their own: {}", entry.reason),
        notes: Vec::new(),
        entry: None,
    }
}

/// The declaration of the first of some arrays that the report has.
fn declaration(
    report: &Report,
    file: &str,
    function: &str,
    arrays: &[String],
) -> Option<SpanEntry> {
    let is_one = |entry: &&ArrayEntry| {
        entry.file == file && entry.function == function && arrays.contains(&entry.name)
    };
    name_of(report.arrays.iter().find(is_one)?)
}

/// The start of a line.
pub(crate) fn start_of_line(line: usize) -> SpanEntry {
    line_span(line, 1, 1)
}

/// A part of a line.
fn line_span(line: usize, column: usize, end_column: usize) -> SpanEntry {
    SpanEntry {
        line,
        column,
        end_line: line,
        end_column,
        label: String::new(),
    }
}

/// `3, 9 and 20`
fn numbers(lines: &[usize]) -> String {
    let texts: Vec<String> = lines.iter().map(usize::to_string).collect();
    match texts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => texts.concat(),
    }
}
