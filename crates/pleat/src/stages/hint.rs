//! What fusion gives to the arrays that a fold keeps because all of them are alive between two
//! loops. Where a cheap plan has such an array, the fused fold is made, proof included; a plan that
//! costs too much is given up.

use super::attempt::{Attempt, Without};
use super::request::Request;
use super::{Between, FusedLoop, Past};
use crate::fold::Folded;
use crate::options::Options;
use crate::text::{AnalysedText, Emitted};
use front::Syntax;
use report::{ArrayEntry, Status};
use source::{Flags, Label, SourceFile, Span};
use std::sync::Arc;

/// Arrays of a file for which the fused fold is made: the first ones.
const MOST_ARRAYS: usize = 24;

/// The reasons of arrays that fusion may help.
const REASONS: [&str; 3] = ["no-smaller-mapping", "not-faster", "saves-too-little"];

/// Adds to the remarks of a fold what fusion gives.
pub(super) fn add(folded: &mut Folded, text: &AnalysedText, flags: &Flags, options: &Options) {
    let kept: Vec<usize> = (0..folded.report.arrays.len())
        .filter(|k| may_be_helped(&folded.report.arrays[*k]))
        .collect();
    if kept.is_empty() {
        return;
    }
    let functions = { kept.iter() }.map(|k| folded.report.arrays[*k].function.clone());
    let without = Without::of(&Request::plan_only(functions.collect()));
    let unit = text.user().clone();
    let syntax = Syntax::like(&unit, text.syntax());
    let original = Arc::new(Emitted::of(unit, syntax, Vec::new()));
    let Ok(attempt) = Attempt::new(&original, flags, &without, Past::default()) else {
        return;
    };
    let plans = attempt.functions.values();
    let loops: Vec<&FusedLoop> = plans.flat_map(|plan| &plan.loops).collect();
    let planned = kept.into_iter().filter_map(|k| {
        let entry = &folded.report.arrays[k];
        let place = place_of(entry, &loops)?;
        Some((k, kept_rows(entry, place.1)?, place))
    });
    let planned: Vec<_> = planned.take(MOST_ARRAYS).collect();
    if planned.is_empty() {
        return;
    }
    let entries = planned.iter().map(|(k, ..)| &folded.report.arrays[*k]);
    let Some(fused) = fused(entries, &original, flags, options) else {
        return;
    };
    for (k, keeps, place) in planned {
        let entry = &folded.report.arrays[k];
        let mut all = fused.report.arrays.iter();
        let folds = all.any(|a| {
            let is_it = a.name == entry.name && a.function == entry.function;
            is_it && a.status == Status::Folded
        });
        if folds {
            say(folded, k, &keeps, place);
        }
    }
}

/// The fold of some arrays after the loops of their functions are fused.
fn fused<'a>(
    arrays: impl Iterator<Item = &'a ArrayEntry> + Clone,
    original: &Arc<Emitted>,
    flags: &Flags,
    options: &Options,
) -> Option<Folded> {
    let request = Request::trial(arrays.clone().map(|a| a.function.clone()).collect());
    let only = arrays.map(|a| a.name.clone()).collect();
    let options = options.trial_of(only);
    let folded = super::fold::fold_fused(Arc::clone(original), flags, request, &options).ok()?;
    folded.unsound.is_none().then_some(folded)
}

fn may_be_helped(entry: &ArrayEntry) -> bool {
    let reason = entry.reason.as_deref();
    entry.status == Status::Kept && reason.is_some_and(|reason| REASONS.contains(&reason))
}

/// The fused loop that an array is between the nests of, if nothing else touches it.
fn place_of<'l>(
    entry: &ArrayEntry,
    loops: &[&'l FusedLoop],
) -> Option<(&'l FusedLoop, &'l Between)> {
    let own = { loops.iter().copied() }.filter(|l| l.function == entry.function);
    let mut arrays = own.flat_map(|l| l.arrays.iter().map(move |array| (l, array)));
    arrays.find(|(_, array)| array.is_inside && array.name == entry.name)
}

/// Says what fusion gives in the entry and the remark of an array.
fn say(folded: &mut Folded, k: usize, keeps: &str, (found, between): (&FusedLoop, &Between)) {
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
    let entry = &mut folded.report.arrays[k];
    entry.detail = format!("all of it is alive {alive}; `--fuse` keeps {keeps}");
    let message = format!("`{}` stays as it is: {}", entry.name, entry.detail);
    folded.silent.remove(&k);
    let Some(remark) = folded.remarks.get_mut(k) else {
        return;
    };
    remark.message = message;
    remark.labels.extend(labels);
}

/// The first line of a nest.
fn header(file: &SourceFile, nest: Span) -> Span {
    let line = file.line_col(nest.start).line;
    let end = file.line_span(line).map_or(nest.end, |line| line.end);
    let text = file.slice(Span::new(nest.start, end.max(nest.start)));
    Span::new(nest.start, nest.start + text.trim_end().len() as u32)
}

/// `3 rows (96 KiB instead of 64 MiB)`; `None` if that is not less.
fn kept_rows(entry: &ArrayEntry, between: &Between) -> Option<String> {
    let [row, all] = between.elements;
    let kept = row.checked_mul(between.rows).filter(|kept| *kept < all)?;
    let unit = if row == 1 { "element" } else { "row" };
    let rows = match between.rows {
        1 => format!("1 {unit}"),
        rows => format!("{rows} {unit}s"),
    };
    let old = entry.bytes_before.filter(|_| !entry.params_guessed);
    if let Some(old) = old.filter(|old| old % all == 0) {
        let new = old / all * kept;
        return Some(format!("{rows} ({} instead of {})", bytes(new), bytes(old)));
    }
    let lengths = entry.shape.get(1..).filter(|lengths| !lengths.is_empty());
    Some(match (lengths, &entry.size_before) {
        (Some(lengths), Some(old)) => {
            let lengths = lengths.iter().map(|length| match length.contains(' ') {
                true => format!("({length})"),
                false => length.clone(),
            });
            let factor = (between.rows > 1).then(|| between.rows.to_string());
            let factors: Vec<String> = factor.into_iter().chain(lengths).collect();
            let new = factors.join(" * ");
            format!("{rows} ({new} elements instead of {old})")
        }
        _ => rows,
    })
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
