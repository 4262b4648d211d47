//! The pass that fuses loops; loops between which no array shrinks stay as they are.

use super::apart::Cause;
use super::fusing::Memory;
use super::hint::{BETWEEN_LOOPS, BETWEEN_STAGES};
use super::request::Request;
use super::{Apart, Fused, fusing};
use crate::engine::{Judgement, Name, New, Next, Pass, State};
use crate::folded::Folded;
use crate::summary::relocate;
use crate::text::Version;
use crate::timings::FusionTimings;
use fuse::Zeroed;
use report::Status;
use source::{Diagnostic, PreprocessError, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The arrays of a strip have at most so many bytes, if their sizes are known: threads have small
/// stacks.
const MOST_STACK: i64 = 1 << 20;

/// The reasons of arrays that are followed if their loops are.
const NOT_FOLLOWED: [&str; 2] = ["pointer-not-allocated", "heap-other-block"];

/// Makes the pass.
pub(crate) const FUSE: New = || Box::new(Fuse::default());

/// Fuses the loops of stages.
#[derive(Default)]
struct Fuse {
    /// What is left out because of earlier results.
    request: Option<Request>,
    memory: Memory,
    times: FusionTimings,
    /// The functions that keep their loops or their thread, and why.
    useless: Vec<(String, String)>,
    /// Those in which no array gets smaller.
    idle: BTreeSet<String>,
    serial: Vec<(String, String)>,
    /// What was apart in functions that keep their loops.
    apart: Vec<Apart>,
    zeros: Zeros,
    idle_loops: IdleLoops,
    windows: Windows,
    /// The present text, if loops are fused.
    fused: Option<Fused>,
}

impl Pass for Fuse {
    fn name(&self) -> Name {
        Name::Fuse
    }

    fn last(&self) -> Name {
        Name::Contract
    }

    fn run(&mut self, state: &mut State<'_>) -> Result<Next, PreprocessError> {
        let Some(depth) = state.options.fuse else {
            return Ok(Next::Continue);
        };
        let options = &state.options;
        let request = self.request.get_or_insert_with(|| Request {
            depth,
            strips: options.strips,
            keep_lines: options.keep_lines,
            apart: options.assume.apart.clone(),
            only: options.within.clone().map(|own| BTreeSet::from([own])),
            is_folded: true,
            ..Request::default()
        });
        let (fused, text) = fusing::fused(&state.text, state.flags, request, &mut self.memory)?;
        self.times.add(&fused.times);
        self.fused = Some(fused);
        state.text = text;
        Ok(Next::Continue)
    }

    fn judge(
        &mut self,
        state: &mut State<'_>,
        before: &Arc<Version>,
    ) -> Result<Judgement, PreprocessError> {
        let (Some(mut fused), Some(request)) = (self.fused.take(), &mut self.request) else {
            return Ok(Judgement::Accepted);
        };
        let folded = &mut state.folded;
        let whole = whole(&fused, folded);
        if !whole.is_empty() {
            // The nests that such an array is between may stay apart from each other.
            let known = request.separate.len();
            let between = whole.iter().flat_map(|own| &own.between);
            request.separate.extend(between.cloned());
            if request.separate.len() > known {
                return Ok(Judgement::Again);
            }
            for own in whole {
                let reason = format!("each strip would need all of `{}`", own.array);
                let (left_out, reasons) = match own.is_threaded {
                    true => (&mut request.except, &mut self.useless),
                    false => (&mut request.serial, &mut self.serial),
                };
                left_out.insert(own.function.clone());
                reasons.push((own.function, reason));
            }
            return Ok(Judgement::Again);
        }
        if self.idle_loops.return_to(request, folded)
            || self.windows.return_to(request, folded)
            || self
                .zeros
                .change(request, &fused, folded, [before, &state.text])
        {
            return Ok(Judgement::Again);
        }
        let idle = idle(&fused, folded);
        for apart in &fused.apart {
            if idle.contains(&apart.function) {
                let array = apart.array.as_ref().map(|name| fused.names.in_text(name));
                let apart = apart.clone();
                self.apart.push(Apart { array, ..apart });
            }
        }
        if keep_idle_stages(request, &fused, &idle) || self.windows.change(request, &fused, folded)
        {
            return Ok(Judgement::Again);
        }
        if !idle.is_empty() {
            let reason = |f: &String| (f.clone(), why_idle(&fused, folded, f));
            let with_loops = idle.difference(&fused.without_loops);
            self.useless.extend(with_loops.clone().map(reason));
            self.idle.extend(with_loops.cloned());
            request.except.extend(idle);
            return Ok(Judgement::Again);
        }
        if self.idle_loops.change(request, &fused, folded) {
            return Ok(Judgement::Again);
        }
        fused.unproved.append(&mut self.useless);
        fused.idle.append(&mut self.idle);
        fused.serial.append(&mut self.serial);
        self.apart
            .retain(|apart| !fused.is_joined(apart) && !apart.is_solved(&folded.report));
        fused.apart.append(&mut self.apart);
        fused.apart.sort_by_key(|a| (a.second.start, a.first.start));
        fused.apart.dedup();
        for apart in &mut fused.apart {
            apart.is_temporary &= !apart.is_solved(&folded.report);
        }
        folded.timings.fusion = self.times;
        in_users_file(folded, &fused);
        Ok(Judgement::Accepted)
    }
}

/// A function with strips of which each has all of an array or much of it.
struct WholeArray {
    function: String,
    array: String,
    /// The nests of fused loops that it is between.
    between: Vec<Vec<Span>>,
    /// Whether threads shared the loops before.
    is_threaded: bool,
}

/// The functions with strips of which each has all of an array or much of it.
fn whole(fused: &Fused, folded: &Folded) -> Vec<WholeArray> {
    let mut found = Vec::new();
    for l in &fused.loops {
        let Some(strips) = &l.strips else { continue };
        let mut bytes = 0;
        for array in &strips.arrays {
            let mut entries = folded.report.arrays.iter();
            let entry = entries.find(|a| a.name == *array && a.function == l.function);
            let is_small = |a: &report::ArrayEntry| match a.status {
                Status::Folded => true,
                _ => a.shape.len() <= 1 && !strips.with_rows.contains(array),
            };
            let is_row = entry.is_none_or(is_small);
            bytes += entry.map_or(0, stack_bytes);
            if !is_row || bytes > MOST_STACK {
                found.push(WholeArray {
                    function: l.function.clone(),
                    array: array.clone(),
                    between: between(fused, l, array),
                    is_threaded: strips.is_threaded,
                });
                break;
            }
        }
    }
    found
}

/// The nests of the loops of a function that were fused with an array between them.
fn between(fused: &Fused, own: &super::FusedLoop, array: &str) -> Vec<Vec<Span>> {
    let loops = fused.loops.iter().filter(|l| l.function == own.function);
    let own = loops.filter(|l| l.arrays.iter().any(|b| b.name == array));
    own.map(|l| l.nests.clone()).collect()
}

/// The bytes of an array, if they are known.
fn stack_bytes(entry: &report::ArrayEntry) -> i64 {
    match entry.params_guessed {
        true => 0,
        false => entry.new_bytes().or(entry.bytes_after).unwrap_or(0),
    }
}

/// Arrays that are all zero at first. If such an array stays, its zeros are tried as rows.
#[derive(Default)]
struct Zeros {
    /// Those that were tried, by function.
    tried: BTreeMap<(String, String), Zeroed>,
}

impl Zeros {
    /// Changes the request, if other arrays may fold than those that did. Returns whether it did.
    /// The zeros are sought in the texts without and with fused loops.
    fn change(
        &mut self,
        request: &mut Request,
        fused: &Fused,
        folded: &Folded,
        texts: [&Version; 2],
    ) -> bool {
        let is_fused = |name: &String| {
            let mut loops = fused.loops.iter();
            loops.any(|l| name.is_empty() || l.function == *name)
        };
        let arrays = &folded.report.arrays;
        let mut changed = false;
        for (function, all) in &mut request.zeroed {
            // An array may belong to another function where loops stay as they are.
            let is_folded = |name: &String| {
                let mut own = arrays.iter().filter(|a| a.name == *name);
                own.any(|a| a.status == Status::Folded)
            };
            let (kept, idle): (BTreeMap<_, _>, BTreeMap<_, _>) = std::mem::take(all)
                .into_iter()
                .partition(|(name, _)| is_folded(name));
            changed |= !idle.is_empty();
            let borders = idle.into_iter().filter(|(_, own)| *own == Zeroed::Borders);
            *all = kept;
            for (name, _) in borders {
                let key = (function.clone(), name.clone());
                self.tried.insert(key, Zeroed::All);
                all.insert(name, Zeroed::All);
            }
        }
        for array in arrays.iter().filter(|array| array.status == Status::Kept) {
            let key = (array.function.clone(), array.name.clone());
            let reason = array.reason.as_deref();
            let may_help = matches!(
                reason,
                Some(
                    "no-smaller-mapping"
                        | "saves-too-little"
                        | "not-faster"
                        | "carried-across-calls"
                        | "subscript-not-affine"
                )
            );
            let first = || {
                let has = |zeroed| texts.into_iter().any(|text| has_zeros(text, &key, zeroed));
                match is_fused(&key.0) {
                    true if array.shape.len() == 1 => Some(Zeroed::All),
                    _ if has(Zeroed::Borders) => Some(Zeroed::Borders),
                    // What other functions of the user's file set is not seen in these texts.
                    is_fused => {
                        let is_carried = reason == Some("carried-across-calls");
                        (is_fused && (is_carried || has(Zeroed::All))).then_some(Zeroed::All)
                    }
                }
            };
            if may_help
                && !self.tried.contains_key(&key)
                && let Some(first) = first()
            {
                let all = request.zeroed.entry(key.0.clone()).or_default();
                all.insert(key.1.clone(), first);
                self.tried.insert(key, first);
                changed = true;
            }
        }
        changed
    }
}

/// Whether zeros of an array may be written.
fn has_zeros(text: &Version, (function, array): &(String, String), zeroed: Zeroed) -> bool {
    let contents = text.program().contents();
    let functions = contents.file.functions.iter();
    let mut own = functions.filter(|own| own.name == *function || function.is_empty());
    own.any(|own| fuse::has_zeros(text.unit(), own, array, zeroed))
}

/// Loops that were fused, but between whose nests no array is folded, or only those that may fold
/// without them.
#[derive(Default)]
struct IdleLoops {
    /// Their nests.
    tried: BTreeSet<Vec<Span>>,
    /// Those that were left out last, and what was folded with them.
    last: Option<(BTreeSet<Vec<Span>>, Sizes)>,
}

/// Folded arrays, by function and name: their bytes and the number of their dimensions.
type Sizes = BTreeMap<(String, String), (Option<i64>, usize)>;

fn sizes(folded: &Folded) -> Sizes {
    let arrays = folded.report.arrays.iter();
    let arrays = arrays.filter(|a| a.status == Status::Folded);
    let size = |a: &report::ArrayEntry| (a.bytes_after, a.moduli.len());
    arrays
        .map(|a| ((a.function.clone(), a.name.clone()), size(a)))
        .collect()
}

/// Whether all arrays are still folded, and none has become larger or a line instead of rows.
fn are_kept(before: &Sizes, now: &Sizes) -> bool {
    let is_kept = |(name, (old, dims)): (_, &(Option<i64>, usize))| match (old, now.get(name)) {
        (_, None) => false,
        (_, Some((_, now))) if now != dims => false,
        (Some(old), Some((Some(new), _))) => new <= old,
        _ => true,
    };
    before.iter().all(is_kept)
}

impl IdleLoops {
    /// Returns to the loops that were left out last, if arrays need them that fold. Returns whether
    /// the request has changed.
    fn return_to(&mut self, request: &mut Request, folded: &Folded) -> bool {
        let Some((nests, before)) = self.last.take() else {
            return false;
        };
        let needs_them = !are_kept(&before, &sizes(folded));
        if needs_them {
            request.separate.retain(|own| !nests.contains(own));
        }
        needs_them
    }

    /// Leaves such loops out. Returns whether the request has changed.
    fn change(&mut self, request: &mut Request, fused: &Fused, folded: &Folded) -> bool {
        let sizes = sizes(folded);
        let is_idle = |l: &&super::FusedLoop| {
            let needs = |b: &super::Between| {
                !b.is_recurrent && sizes.contains_key(&(l.function.clone(), b.name.clone()))
            };
            l.strips.is_none() && !l.arrays.iter().any(needs)
        };
        let idle = fused.loops.iter().filter(is_idle).map(|l| l.nests.clone());
        let new: BTreeSet<Vec<Span>> = idle.filter(|nests| !self.tried.contains(nests)).collect();
        if new.is_empty() {
            return false;
        }
        self.tried.extend(new.iter().cloned());
        request.separate.extend(new.iter().cloned());
        self.last = Some((new, sizes));
        true
    }
}

/// Macros that are lengths of windows. They are taken at their values where arrays between fused
/// loops stay: how many elements are alive, or are worth a subscript, may only be known by them.
#[derive(Default)]
struct Windows {
    /// The functions in which they were taken.
    tried: BTreeSet<String>,
    /// Those in which they were taken last, and what was folded without that.
    last: Option<(BTreeSet<String>, Sizes)>,
}

impl Windows {
    /// Returns to the names in the functions that were changed last, unless arrays became smaller.
    /// Returns whether the request has changed.
    fn return_to(&mut self, request: &mut Request, folded: &Folded) -> bool {
        let Some((functions, before)) = self.last.take() else {
            return false;
        };
        let now = sizes(folded);
        let is_better = now != before && are_kept(&before, &now);
        if !is_better {
            request.windows.retain(|own| !functions.contains(own));
        }
        !is_better
    }

    /// Takes such macros at their values. Returns whether the request has changed.
    fn change(&mut self, request: &mut Request, fused: &Fused, folded: &Folded) -> bool {
        let stays = |l: &super::FusedLoop, name: &String| {
            let mut arrays = folded.report.arrays.iter();
            let array = arrays.find(|a| a.function == l.function && a.name == *name);
            let reason = array.and_then(|a| a.reason.as_deref());
            reason.is_some_and(|reason| BETWEEN_LOOPS.contains(&reason))
        };
        let may_help = |l: &&super::FusedLoop| {
            fused.leaves_windows.contains(&l.function) && l.arrays.iter().any(|b| stays(l, &b.name))
        };
        let open = fused.loops.iter().filter(may_help).map(|l| &l.function);
        let new: BTreeSet<String> = open
            .filter(|f| self.tried.insert((*f).clone()))
            .cloned()
            .collect();
        if new.is_empty() {
            return false;
        }
        request.windows.extend(new.iter().cloned());
        self.last = Some((new, sizes(folded)));
        true
    }
}

/// The functions with fused loops, or in another form, in which no array is folded.
fn idle(fused: &Fused, folded: &Folded) -> BTreeSet<String> {
    let functions = fused.loops.iter().map(|l| &l.function);
    let functions: BTreeSet<&String> = functions.chain(&fused.without_loops).collect();
    let shrinks = |function: &String| {
        let mut arrays = folded.report.arrays.iter();
        arrays.any(|a| a.function == *function && a.status == Status::Folded)
    };
    let idle = functions.into_iter().filter(|f| !shrinks(f));
    idle.cloned().collect()
}

/// Lets the calls of stages stay that have no part in the fused loops of such functions: arrays may
/// only be understood without their accesses. Returns whether there are any.
fn keep_idle_stages(request: &mut Request, fused: &Fused, idle: &BTreeSet<String>) -> bool {
    let mut is_new = false;
    for (function, stages) in &fused.idle_stages {
        if idle.contains(function) {
            let known = request.calls.entry(function.clone()).or_default();
            let count = known.len();
            known.extend(stages.iter().cloned());
            is_new |= known.len() > count;
        }
    }
    is_new
}

/// Why fusing the loops of a function gives nothing.
fn why_idle(fused: &Fused, folded: &Folded, function: &str) -> String {
    let own = fused.loops.iter().filter(|l| l.function == function);
    let names: BTreeSet<&str> = own
        .flat_map(|l| l.arrays.iter().map(|array| array.name.as_str()))
        .collect();
    let mut arrays = folded.report.arrays.iter();
    let stays = arrays.find(|a| a.function == function && names.contains(a.name.as_str()));
    let none = "no array between them gets smaller";
    match stays {
        Some(array) => format!("{none}: `{}`: {}", array.name, array.detail),
        None => none.to_string(),
    }
}

/// Leaves out the remarks on objects that stay and that the user's file does not name: members of
/// structures got names of their own.
fn leave_out_new(folded: &mut Folded, fused: &Fused) {
    let text = fused.file.text();
    let known: BTreeSet<&str> = source::names(text).collect();
    let arrays = &mut folded.report.arrays;
    let is_root = |name: &str| known.contains(name.split(['.', '-']).next().unwrap_or(name));
    let is_user = |name: &str| is_root(&fused.names.in_text(name));
    let is_new = |a: &report::ArrayEntry| a.status == Status::Kept && !is_user(&a.name);
    let new: Vec<String> = { arrays.iter() }
        .filter(|a| is_new(a))
        .map(|a| format!("`{}` stays", a.name))
        .collect();
    arrays.retain(|a| !is_new(a));
    let is_known = |remark: &Diagnostic| !new.iter().any(|name| remark.message.starts_with(name));
    folded.remarks.retain(|remark| is_known(remark));
    folded.details.retain(is_known);
}

/// Says in the entries of arrays that loops share why these loops stay apart.
fn say_apart(folded: &mut Folded, fused: &Fused) {
    for k in 0..folded.report.arrays.len() {
        let entry = &folded.report.arrays[k];
        let reason = entry.reason.as_deref().unwrap_or_default();
        let all = [&BETWEEN_LOOPS[..], &BETWEEN_STAGES, &NOT_FOLLOWED];
        if entry.status == Status::Kept
            && all.iter().any(|reasons| reasons.contains(&reason))
            && let Some(detail) = fused.why_apart(entry)
        {
            folded.set_detail(k, detail);
        }
    }
}

/// A fold of the fused text as one of the user's file: places are those of the user's file.
fn in_users_file(folded: &mut Folded, fused: &Fused) {
    let is_loop = |span: Span| fused.file.slice(span).contains('\n');
    let moved = |remark: &mut Diagnostic| {
        for label in &mut remark.labels {
            label.span = fused.original_span(label.span);
        }
        // A place in a fused loop is one in several loops.
        remark.labels.retain(|l| l.primary || !is_loop(l.span));
    };
    let texts = (&folded.file, &fused.file);
    relocate(&mut folded.report.evidence, texts, |span| {
        fused.original_span(span)
    });
    leave_out_new(folded, fused);
    folded.remarks.iter_mut().for_each(|r| moved(r));
    folded.details.iter_mut().for_each(moved);
    for array in &mut folded.report.arrays {
        array.map_spans(|span| fused.original_span(span));
        // A place in a fused loop is one in several loops.
        array.causes.retain(|cause| !is_loop(cause.span));
    }
    let in_text = |text: &str| fused.names.in_text(text);
    folded
        .report
        .arrays
        .iter_mut()
        .for_each(|a| a.map_texts(&in_text));
    folded
        .remarks
        .iter_mut()
        .for_each(|r| r.map_texts(&in_text));
    say_apart(folded, fused);
    if folded.unsound.is_some() {
        folded.bytes.clone_from(&fused.file.bytes);
    }
    folded.report.fusion = Some(fused.report());
    let remarks = fused.remarks();
    folded.remarks.splice(0..0, remarks);
    for found in &fused.loops {
        folded.note_tested(&found.function, &found.assumed);
    }
    let unknown = fused.apart.iter().filter_map(|apart| match &apart.cause {
        Cause::Unknown(why) => Some((apart.function.clone(), why.clone())),
        _ => None,
    });
    folded.unknown = unknown.collect();
    folded.file = fused.file.clone();
}
