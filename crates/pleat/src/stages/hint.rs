//! What fusion would give to the arrays that a fold keeps because all of them are alive between two
//! loops. It is said only if the fused text is proved and folded; an attempt that costs too much is
//! given up.

use super::request::Request;
use super::{Between, Fused, FusedLoop, fuse_as};
use crate::fold::{Folded, fold_text};
use crate::options::Options;
use crate::text::{AnalysedText, Emitted};
use front::Syntax;
use report::{ArrayEntry, Status};
use source::{Flags, Label, SourceFile, Span};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The reasons of arrays that fusion may help.
const REASONS: [&str; 2] = ["no-smaller-mapping", "not-faster"];

/// Adds to the remarks of a fold what fusion would give.
pub(super) fn add(folded: &mut Folded, text: &AnalysedText, flags: &Flags, options: &Options) {
    let kept: Vec<usize> = (0..folded.report.arrays.len())
        .filter(|k| may_be_helped(&folded.report.arrays[*k]))
        .collect();
    if kept.is_empty() {
        return;
    }
    let entry = |k: &usize| &folded.report.arrays[*k];
    let functions = kept.iter().map(|k| entry(k).function.clone()).collect();
    let names: BTreeSet<String> = kept.iter().map(|k| entry(k).name.clone()).collect();
    let unit = text.user().clone();
    let syntax = Syntax::like(&unit, text.syntax());
    let original = Arc::new(Emitted::of(unit, syntax, Vec::new()));
    let Ok((fused, text)) = fuse_as(original, flags, &Request::attempt(functions)) else {
        return;
    };
    let arrays = folds(&fused, &text, flags, options, names);
    for k in kept {
        let entry = &folded.report.arrays[k];
        let is_same = |a: &&ArrayEntry| a.name == entry.name && a.function == entry.function;
        let after = arrays.iter().find(is_same);
        let after = after.filter(|a| a.status == Status::Folded);
        if let (Some(after), Some((found, between))) = (after, place_of(entry, &fused.loops)) {
            say(folded, k, after, (found, between));
        }
    }
}

fn may_be_helped(entry: &ArrayEntry) -> bool {
    let reason = entry.reason.as_deref();
    entry.status == Status::Kept && reason.is_some_and(|reason| REASONS.contains(&reason))
}

/// What becomes of some arrays after fusion; nothing if no loops are fused.
fn folds(
    fused: &Fused,
    text: &Emitted,
    flags: &Flags,
    options: &Options,
    names: BTreeSet<String>,
) -> Vec<ArrayEntry> {
    if fused.loops.is_empty() {
        return Vec::new();
    }
    let options = Options {
        only: names.into_iter().collect(),
        live_bounds: false,
        strategies_listed: false,
        comments: false,
        ..options.clone()
    };
    let text = (text.unit().clone(), Some(text.syntax()));
    let (folded, _) = fold_text(text, flags, &options);
    match folded.unsound {
        None => folded.report.arrays,
        Some(_) => Vec::new(),
    }
}

/// The fused loop that an array is between the nests of.
fn place_of<'l>(
    entry: &ArrayEntry,
    loops: &'l [FusedLoop],
) -> Option<(&'l FusedLoop, &'l Between)> {
    let own = loops.iter().filter(|l| l.function == entry.function);
    let mut arrays = own.flat_map(|l| l.arrays.iter().map(move |array| (l, array)));
    arrays.find(|(_, array)| array.name == entry.name)
}

/// Says what fusion gives in the entry and the remark of an array.
fn say(
    folded: &mut Folded,
    k: usize,
    after: &ArrayEntry,
    (found, between): (&FusedLoop, &Between),
) {
    let nests = between.ends.map(|end| found.nests[end]);
    let lines = nests.map(|nest| folded.file.line_col(nest.start).line);
    let labels = match lines[0] == lines[1] {
        true => Vec::new(),
        false => ["all of it is written here", "and read here"]
            .into_iter()
            .zip(nests)
            .map(|(text, nest)| Label {
                span: header(&folded.file, nest),
                message: text.to_string(),
                primary: false,
            })
            .collect(),
    };
    let alive = match lines[0] == lines[1] {
        true => format!("in the loop at line {}", lines[0]),
        false => format!("between the loops at lines {} and {}", lines[0], lines[1]),
    };
    let keeps = kept_rows(after);
    let entry = &mut folded.report.arrays[k];
    entry.detail = format!("all of it is alive {alive}; `--fuse` keeps {keeps}");
    let Some(remark) = folded.remarks.get_mut(k) else {
        return;
    };
    remark.message = format!("`{}` stays as it is: {}", entry.name, entry.detail);
    remark.labels.extend(labels);
}

/// The first line of a nest.
fn header(file: &SourceFile, nest: Span) -> Span {
    let line = file.line_col(nest.start).line;
    let end = file.line_span(line).map_or(nest.end, |line| line.end);
    let text = file.slice(Span::new(nest.start, end.max(nest.start)));
    Span::new(nest.start, nest.start + text.trim_end().len() as u32)
}

/// `3 rows (96 KiB instead of 64 MiB)`
fn kept_rows(after: &ArrayEntry) -> String {
    let (old, new) = (
        after.size_before.as_deref().unwrap_or("?"),
        after.size_after.as_deref().unwrap_or("?"),
    );
    let is_known = !after.params_guessed;
    let bytes = match (after.bytes_before, after.bytes_after) {
        (Some(old), Some(new)) if is_known => Some((bytes(old), bytes(new))),
        _ => None,
    };
    let row = after.shape.get(1..).unwrap_or_default();
    let rows = match after.moduli.split_first() {
        _ if row.is_empty() => None,
        _ if after.moduli == row => Some("1 row".to_string()),
        Some((rows, rest)) if rest == row && rows.parse::<i64>().is_ok() => {
            Some(format!("{rows} rows"))
        }
        _ => None,
    };
    match (rows, bytes) {
        (Some(rows), Some((old, new))) => format!("{rows} ({new} instead of {old})"),
        (Some(rows), None) => format!("{rows} ({new} elements instead of {old})"),
        (None, Some((old, new))) => format!("{new} of {old}"),
        (None, None) if new == "1" => format!("1 element of {old}"),
        (None, None) => format!("{new} elements of {old}"),
    }
}

/// `96 KiB`
fn bytes(number: i64) -> String {
    const UNITS: [&str; 5] = ["bytes", "KiB", "MiB", "GiB", "TiB"];
    if number == 1 {
        return "1 byte".to_string();
    }
    let (mut size, mut unit) = (number as f64, 0);
    while size >= 1024.0 && unit + 1 < UNITS.len() {
        (size, unit) = (size / 1024.0, unit + 1);
    }
    match size.fract() == 0.0 || size >= 100.0 {
        true => format!("{size:.0} {}", UNITS[unit]),
        false => format!("{size:.1} {}", UNITS[unit]),
    }
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn sizes_have_few_digits() {
        let shown = [1, 340, 98_304, 67_108_864, 1_536, 1_234_567].map(bytes);
        let want = [
            "1 byte",
            "340 bytes",
            "96 KiB",
            "64 MiB",
            "1.5 KiB",
            "1.2 MiB",
        ];
        assert_eq!(shown, want);
    }
}
