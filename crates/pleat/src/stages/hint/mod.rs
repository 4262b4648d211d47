//! What fusion gives to the arrays that a fold keeps because all of them are alive between two
//! loops. Where a cheap plan has such an array, the fused fold is made, proof included; a plan that
//! costs too much is given up.

mod calls;

use super::attempt::{Attempt, Without};
use super::request::Request;
use super::{Between, FusedLoop, Past};
use crate::fold::Folded;
use crate::options::Options;
use crate::text::Version;
use report::{ArrayEntry, Attention, Status};
use source::{Flags, Label, SourceFile, Span};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Arrays of a file for which the fused fold is made: the first ones.
const MOST_ARRAYS: usize = 24;

/// The reasons of arrays that fusion may help.
const REASONS: [&str; 3] = ["no-smaller-mapping", "not-faster", "saves-too-little"];

/// Adds to the remarks of a fold what fusion gives.
pub(super) fn add(folded: &mut Folded, original: &Arc<Version>, flags: &Flags, options: &Options) {
    between_loops(folded, original, flags, options);
    calls::add(folded, original, flags, options);
}

/// The same for arrays between two loops of a function.
fn between_loops(folded: &mut Folded, original: &Arc<Version>, flags: &Flags, options: &Options) {
    let kept: Vec<usize> = (0..folded.report.arrays.len())
        .filter(|k| may_be_helped(&folded.report.arrays[*k]))
        .collect();
    if kept.is_empty() {
        return;
    }
    let functions = { kept.iter() }.map(|k| folded.report.arrays[*k].function.clone());
    let without = Without::of(&Request::plan_only(functions.collect()));
    let Ok(attempt) = Attempt::new(original, flags, &without, Past::default()) else {
        return;
    };
    let plans = attempt.functions.values();
    let loops: Vec<&FusedLoop> = plans.flat_map(|plan| &plan.loops).collect();
    let planned = kept.into_iter().filter_map(|k| {
        let entry = &folded.report.arrays[k];
        let place = place_of(entry, &loops)?;
        is_less(place.1).then_some((k, place))
    });
    let planned: Vec<_> = planned.take(MOST_ARRAYS).collect();
    if planned.is_empty() {
        return;
    }
    let entries = planned.iter().map(|(k, _)| &folded.report.arrays[*k]);
    let functions = entries.clone().map(|a| a.function.clone()).collect();
    let names = entries.map(|a| a.name.clone()).collect();
    let Some(fused) = fused(functions, names, original, flags, options) else {
        return;
    };
    for (k, place) in planned {
        let entry = &folded.report.arrays[k];
        if let Some(found) = folded_entry(&fused, entry) {
            let keeps = sizes(entry, found);
            folded.report.arrays[k].advised(found);
            say(folded, k, &keeps, place);
        }
    }
}

/// The fold of some arrays, by their names, after the loops of their functions are fused.
fn fused(
    functions: BTreeSet<String>,
    arrays: Vec<String>,
    original: &Arc<Version>,
    flags: &Flags,
    options: &Options,
) -> Option<Folded> {
    let request = Request::trial(functions);
    let options = options.trial_of(arrays);
    let folded = super::fold::fold_fused(original, flags, request, &options).ok()?;
    folded.unsound.is_none().then_some(folded)
}

/// The entry of the same array in a fused fold, if it is folded there.
fn folded_entry<'f>(fused: &'f Folded, entry: &ArrayEntry) -> Option<&'f ArrayEntry> {
    fused.report.arrays.iter().find(|a| {
        let is_it = a.name == entry.name && a.function == entry.function;
        is_it && a.status == Status::Folded
    })
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
    folded.set_detail(
        k,
        format!("all of it is alive {alive}; `--fuse` keeps {keeps}"),
    );
    folded.set_attention(k, Attention::NearMiss);
    let Some(remark) = folded.remarks.get_mut(k) else {
        return;
    };
    if let Some(common) = &mut remark.common {
        common.clause = "all of each is alive between loops that `--fuse` joins".to_string();
        common.own = format!("{keeps}; alive {alive}");
    }
    remark.labels.extend(labels);
}

/// The first line of a nest.
fn header(file: &SourceFile, nest: Span) -> Span {
    let line = file.line_col(nest.start).line;
    let end = file.line_span(line).map_or(nest.end, |line| line.end);
    let text = file.slice(Span::new(nest.start, end.max(nest.start)));
    Span::new(nest.start, nest.start + text.trim_end().len() as u32)
}

/// Whether some rows are less than the whole array.
fn is_less(between: &Between) -> bool {
    let [row, all] = between.elements;
    row.checked_mul(between.rows).is_some_and(|kept| kept < all)
}

/// `3 rows of w (11.7 KiB instead of 3.8 MiB at w = 1000)`, from the entry of a fused fold.
fn sizes(entry: &ArrayEntry, fused: &ArrayEntry) -> String {
    let words = fused.size_words.as_deref().unwrap_or("less");
    let fused = ArrayEntry {
        bytes_before: entry.bytes_before.or(fused.bytes_before),
        ..fused.clone()
    };
    match fused.change_words() {
        Some(change) => format!("{words} ({change}{})", fused.at_samples()),
        None => words.to_string(),
    }
}
