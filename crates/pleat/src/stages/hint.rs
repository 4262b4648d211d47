//! What fusion would give to the arrays that a fold keeps, because all of them are alive between
//! two loops or between stages: as far as the plan of the loops says. Nothing is proved here, and a
//! plan that costs too much is given up.

use super::attempt::{Attempt, Without};
use super::request::Request;
use super::{Between, FusedLoop, Left, Past};
use crate::display::as_factor;
use crate::folded::Folded;
use crate::options::{Options, Shrunk, TYPICAL_SIZE};
use crate::text::{AnalysedText, Version, front_options};
use front::Program;
use report::{ArrayEntry, Attention, Status};
use source::{Flags, Label, PreprocessError, SourceFile, Span};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Functions of a file whose stages are inlined: the first ones.
const MOST_FUNCTIONS: usize = 4;

/// The reasons of arrays between loops that fusion may help.
pub(super) const BETWEEN_LOOPS: [&str; 3] =
    ["no-smaller-mapping", "not-faster", "saves-too-little"];
/// The reason of arrays at file scope that stages use.
const BY_STAGES: [&str; 1] = ["shared-by-functions"];
/// Attempts that leave out what others show to be useless.
const MOST_ATTEMPTS: usize = 3;
/// The reasons of arrays that stages use.
pub(super) const BETWEEN_STAGES: [&str; 2] = ["address-escapes", "struct-member"];

/// Adds to the remarks of a fold what fusion would give.
pub(crate) fn add(folded: &mut Folded, original: &Arc<Version>, flags: &Flags, options: &Options) {
    let all = &folded.report.arrays;
    let with = |reasons: &[&str]| -> Vec<usize> {
        let is_kept = |k: &usize| is_kept_by(&all[*k], reasons);
        (0..all.len()).filter(is_kept).collect()
    };
    let (between_loops, mut between_stages) = (with(&BETWEEN_LOOPS), with(&BETWEEN_STAGES));
    let by_stages = with(&BY_STAGES);
    let front = original.program();
    let mut functions: BTreeSet<&str> = { between_stages.iter() }
        .map(|k| all[*k].function.as_str())
        .collect();
    if !by_stages.is_empty() {
        functions.extend(front.functions());
    }
    let callers = callers(front, functions);
    between_stages.retain(|k| callers.contains(&all[*k].function));
    let functions = between_loops.iter().map(|k| all[*k].function.clone());
    let functions: BTreeSet<String> = functions.chain(callers).collect();
    let kept: Vec<usize> = [between_loops, between_stages, by_stages].concat();
    if kept.is_empty() || functions.is_empty() {
        return;
    }
    let mut without = Without::of(&Request::plan_only(functions));
    let Ok(mut attempt) = planned(original, flags, &mut without) else {
        return;
    };
    let Ok(candidates) = candidates(&mut attempt, &without, flags) else {
        return;
    };
    let loops = attempt.functions.values().flat_map(|plan| &plan.loops);
    let loops: Vec<FusedLoop> = loops.cloned().collect();
    for k in kept {
        let entry = &folded.report.arrays[k];
        let is_global = front
            .contents()
            .file
            .globals
            .iter()
            .any(|g| g.name == entry.name);
        let place = place_of(entry, &loops, is_global).filter(|(found, between)| {
            let name = (found.function.clone(), between.name.clone());
            is_less(between) && candidates.contains(&name)
        });
        let Some((found, between)) = place else {
            continue;
        };
        let fused = in_rows(entry, between, &mut attempt, options);
        if !is_saving(between, &fused, options) {
            continue;
        }
        let keeps = words(between, &fused);
        let is_between_loops = is_kept_by(entry, &BETWEEN_LOOPS);
        folded.report.arrays[k].advised(&fused);
        match is_between_loops {
            true => say_between_loops(folded, k, &keeps, (found, between)),
            false => say_between_stages(folded, k, &keeps),
        }
    }
}

fn is_kept_by(entry: &ArrayEntry, reasons: &[&str]) -> bool {
    let reason = entry.reason.as_deref();
    entry.status == Status::Kept && reason.is_some_and(|reason| reasons.contains(&reason))
}

/// The plan that is left when others have shown what is useless.
fn planned<'o>(
    original: &'o Arc<Version>,
    flags: &'o Flags,
    without: &mut Without,
) -> Result<Attempt<'o>, PreprocessError> {
    let mut attempt = Attempt::new(original, flags, without, Past::default())?;
    for _ in 1..MOST_ATTEMPTS {
        if !attempt.leaves_useless(without, &mut Left::default())? {
            break;
        }
        let past = std::mem::take(&mut attempt.past);
        attempt = Attempt::new(original, flags, without, past)?;
    }
    Ok(attempt)
}

/// The functions among these that call stages, as many as are tried.
fn callers(front: &Program<'_>, functions: BTreeSet<&str>) -> BTreeSet<String> {
    if functions.is_empty() {
        return BTreeSet::new();
    }
    let contents = front.contents();
    let stages = fuse::Stages::of(contents);
    let calls = |name: &&str| fuse::stages_inlined(contents, &stages, name).calls.len() > 1;
    let all = front.functions().filter(|name| functions.contains(*name));
    let callers = all.filter(calls).take(MOST_FUNCTIONS);
    callers.map(str::to_string).collect()
}

/// The arrays that may be folded in the new text, each with its function.
fn candidates(
    attempt: &mut Attempt<'_>,
    without: &Without,
    flags: &Flags,
) -> Result<BTreeSet<(String, String)>, PreprocessError> {
    attempt.finish(without)?;
    let threaded = attempt.threaded_without_strips();
    let text = AnalysedText::new(attempt.text()?, flags, false);
    let options = front_options(text.unit());
    let front = Program::new(text.unit(), text.syntax(), &options);
    let all = front.functions().enumerate();
    let planned = all.filter(|(_, name)| {
        let is_threaded = threaded.iter().any(|(function, _)| function == name);
        attempt.functions.contains_key(*name) && !is_threaded
    });
    let found = planned.flat_map(|(index, name)| {
        let regions = front.extract(index).regions.into_iter();
        let candidates = regions.flat_map(|region| region.candidates);
        candidates.map(|candidate| (name.to_string(), candidate.spelling))
    });
    Ok(found.collect())
}

/// The fused loop that an array is between the nests of, if nothing else touches it. Functions that
/// use an array at file scope may be in others.
fn place_of<'l>(
    entry: &ArrayEntry,
    loops: &'l [FusedLoop],
    is_global: bool,
) -> Option<(&'l FusedLoop, &'l Between)> {
    let name = name_in_plan(&entry.name);
    let is_own = |l: &&FusedLoop| is_global || l.function == entry.function;
    let own = loops.iter().filter(is_own);
    let mut arrays = own.flat_map(|l| l.arrays.iter().map(move |array| (l, array)));
    arrays.find(|(_, array)| array.is_inside && array.name == name)
}

/// The name of an array after members of structures have become objects.
pub(super) fn name_in_plan(name: &str) -> String {
    name.replace("->", "_").replace('.', "_")
}

/// Whether some rows are at most half of the whole array: of more, only a plan tells nothing.
fn is_less(between: &Between) -> bool {
    let [row, all] = between.elements;
    let kept = row.checked_mul(between.rows);
    kept.is_some_and(|kept| kept <= all / 2)
}

/// The entry of an array of which only some rows are kept.
fn in_rows(
    entry: &ArrayEntry,
    between: &Between,
    attempt: &mut Attempt<'_>,
    options: &Options,
) -> ArrayEntry {
    let value = |name: &str| {
        let sample = between.samples.get(name)?;
        let usual = match sample.is_variable {
            true => entry.params.get(name).copied().unwrap_or(TYPICAL_SIZE),
            false => sample.value,
        };
        Some(options.sample(name).unwrap_or(usual))
    };
    let counts = between.extents.iter().map(|extent| extent.eval(&value));
    let product = |counts: &[Option<i64>]| {
        let mut counts = counts.iter();
        counts.try_fold(1i64, |all, count| all.checked_mul((*count)?))
    };
    let counts: Vec<Option<i64>> = counts.collect();
    let inner = counts.get(1..).and_then(product);
    // `floord(w, 2)` has no value of its own.
    let is_name = |name: &String| name.chars().all(|c| c == '_' || c.is_alphanumeric());
    let bytes = match between.samples.keys().all(is_name) {
        true => element_bytes(entry, attempt),
        false => None,
    };
    let samples = between.samples.iter();
    let is_sampled = |(name, sample): &(&String, &super::Sample)| {
        sample.is_variable || options.sample(name).is_some()
    };
    let sampled: Vec<String> = samples
        .filter(is_sampled)
        .map(|(name, _)| name.clone())
        .collect();
    let is_guess = sampled.iter().any(|name| options.sample(name).is_none());
    let params = between.samples.keys();
    let params = params.filter_map(|name| Some((name.clone(), value(name)?)));
    let after = || inner?.checked_mul(between.rows)?.checked_mul(bytes?);
    ArrayEntry {
        bytes_before: entry
            .bytes_before
            .or_else(|| inner?.checked_mul(counts[0]?)?.checked_mul(bytes?)),
        bytes_after: after(),
        guessed: [is_guess; 2],
        params: params.collect(),
        sampled,
        ..entry.clone()
    }
}

/// Whether the user wants a fold that saves so much.
fn is_saving(between: &Between, fused: &ArrayEntry, options: &Options) -> bool {
    let [row, all] = between.elements;
    let element = fused.bytes_before.and_then(|bytes| bytes.checked_div(all));
    let by_guesses = fused.guessed[1];
    by_guesses
        || options.is_saving(&Shrunk {
            before: all,
            after: row.saturating_mul(between.rows),
            element: element.and_then(|bytes| u64::try_from(bytes).ok()),
            owner: fused.owner,
        })
}

/// The size of an element, if it is known.
fn element_bytes(entry: &ArrayEntry, attempt: &mut Attempt<'_>) -> Option<i64> {
    if let (Some(bytes), Some(elements)) = (entry.bytes_before, entry.elements_before) {
        return bytes.checked_div(elements);
    }
    let name = name_in_plan(&entry.name);
    let bytes = attempt.read(|_, front| {
        let mut functions = front.contents().file.functions.iter();
        let symbols = &functions.find(|f| f.name == entry.function)?.symbols;
        let variable = symbols.variable(symbols.ranked(&name, 0)?);
        let mut element = &variable.declared_type;
        while let Some(target) = element.target() {
            element = target;
        }
        element.bytes()
    });
    i64::try_from(bytes.ok()??).ok()
}

/// `about 3 rows of w (11.7 KiB instead of 3.8 MiB at w = 1000)`
fn words(between: &Between, fused: &ArrayEntry) -> String {
    let factor = |extent: &poly::Expr| as_factor(extent, extent.to_string());
    let plural = |noun: &str| match between.rows {
        1 => format!("1 {noun}"),
        rows => format!("{rows} {noun}s"),
    };
    let kept = match between.extents.as_slice() {
        [] => plural("row"),
        [_] => plural("element"),
        [_, row] => format!("{} of {row}", plural("row")),
        [_, plane @ ..] => {
            let factors: Vec<String> = plane.iter().map(factor).collect();
            format!("{} of {}", plural("plane"), factors.join(" x "))
        }
    };
    let exact = ArrayEntry {
        guessed: [false; 2],
        ..fused.clone()
    };
    match exact.change_words() {
        Some(change) => format!("about {kept} ({change}{})", fused.at_samples()),
        None => format!("about {kept}"),
    }
}

/// Says what fusion would give in the entry and the remark of an array between loops.
fn say_between_loops(
    folded: &mut Folded,
    k: usize,
    keeps: &str,
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
    let detail = format!("all of it is alive {alive}; `--fuse` keeps {keeps}");
    folded.set_detail(k, detail);
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

/// The same for an array between stages.
fn say_between_stages(folded: &mut Folded, k: usize, keeps: &str) {
    let reason = "its stages follow each other, so all of it is alive between them";
    folded.set_detail(k, format!("{reason}; `--fuse` keeps {keeps}"));
    folded.set_attention(k, Attention::NearMiss);
    let common = folded.remarks.get_mut(k).and_then(|r| r.common.as_mut());
    if let Some(common) = common {
        common.clause = "all of each is alive between stages that `--fuse` joins".to_string();
        common.own = keeps.to_string();
    }
}

/// The first line of a nest.
fn header(file: &SourceFile, nest: Span) -> Span {
    let line = file.line_col(nest.start).line;
    let end = file.line_span(line).map_or(nest.end, |line| line.end);
    let text = file.slice(Span::new(nest.start, end.max(nest.start)));
    Span::new(nest.start, nest.start + text.trim_end().len() as u32)
}
