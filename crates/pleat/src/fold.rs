//! From the bytes of a file to the bytes of the folded file: the whole pipeline.

use crate::evidence;
use crate::functions::{CandidateId, FunctionFolds, Task, Unproved, Workers, with_workers};
use crate::options::Options;
use crate::proof::Unsound;
use crate::reason::{Change, Reason};
use crate::summary::{self, Lacking, Summary};
use crate::text::{AnalysedText, Hints, Version, front_options};
use crate::text::{twin_without_leftovers, without_leftovers};
use crate::timings::{Timings, timed};
use crate::verify::Assumed;
use crate::verify::Pair;
use affine::Unknown;
use emit::{EmitError, FoldText, Storage};
use front::Program;
use report::{Attention, Remark, Report};
use source::{Depth, Diagnostic, Flags, SourceFile, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Rounds in which single folds are replaced because they cannot be proved; after them, all arrays
/// of a region are kept.
const MOST_ROUNDS: usize = 32;

/// The result of folding one file.
#[derive(Debug)]
pub struct Folded {
    /// The user's file.
    pub file: SourceFile,
    /// The new bytes; the old ones if nothing was folded or the proof failed.
    pub bytes: Vec<u8>,
    /// What became of each array.
    pub report: Report,
    /// How many regions were analysed.
    pub regions: usize,
    /// The same as remarks, in the order of the file: one for each array of the report, then
    /// others. Fused loops and common storage are first.
    pub remarks: Vec<Remark>,
    /// Remarks that only `-v` shows.
    pub details: Vec<Diagnostic>,
    /// Arrays that stay for lack of facts.
    pub(crate) lacking: Vec<Lacking>,
    /// Functions of which nothing is known, whose loops would be fused otherwise.
    pub(crate) unknown: Vec<(String, Unknown)>,
    /// The memory that the output must show to be different before functions are called.
    pub(crate) tested: BTreeMap<String, BTreeSet<Pair>>,
    /// What may help each array of the report.
    pub(crate) changes: Vec<Vec<Change>>,
    /// Checks in the file that contradict what is known before them.
    pub(crate) contradictions: Vec<Span>,
    /// Why the result was discarded, if it was: a fault in Pleat.
    pub unsound: Option<Unsound>,
    /// Parts of the file could not be read: the compiler may reject it.
    pub is_partly_read: bool,
    /// The file itself is wrong, for example an unterminated `#pragma scop`.
    pub invalid: bool,
    /// Time per pass.
    pub timings: Timings,
}

impl Folded {
    /// Sets the attention that an array of the report deserves, in its entry and in its remark.
    pub(crate) fn set_attention(&mut self, array: usize, attention: Attention) {
        self.report.arrays[array].attention = attention;
        if let Some(remark) = self.remarks.get_mut(array) {
            remark.attention = attention;
        }
    }

    /// Sets the reason why an array of the report stays, in its entry and in its remark.
    pub(crate) fn set_detail(&mut self, array: usize, detail: String) {
        let entry = &mut self.report.arrays[array];
        entry.detail = detail;
        if let Some(remark) = self.remarks.get_mut(array) {
            remark.set_reason(&entry.detail);
        }
    }

    /// Says the sizes of a folded array in its remark again, after its entry has changed.
    pub(crate) fn say_sizes(&mut self, array: usize) {
        if let Some(remark) = self.remarks.get_mut(array) {
            remark.set_line(&self.report.arrays[array]);
        }
    }

    /// Notes what the new text of a function takes for different memory, in a remark of its own.
    pub(crate) fn note_apart(&mut self, function: &str, assumed: &Assumed) {
        assumed.add_to(&mut self.remarks);
        self.note_tested(function, assumed);
    }

    /// Notes the pairs of memory that the new text of a function must test.
    pub(crate) fn note_tested(&mut self, function: &str, assumed: &Assumed) {
        if assumed.is_tested {
            let pairs = self.tested.entry(function.to_string()).or_default();
            pairs.extend(assumed.pairs.iter().cloned());
        }
    }

    /// The lines and columns of the report, from the spans of its entries.
    pub(crate) fn located(mut self) -> Self {
        for entry in &mut self.report.arrays {
            entry.locate(&self.file);
        }
        self
    }

    /// A file of which nothing was read.
    pub(crate) fn unchanged(file: SourceFile) -> Self {
        Folded {
            bytes: file.bytes.clone(),
            file,
            report: Report::default(),
            regions: 0,
            remarks: Vec::new(),
            details: Vec::new(),
            changes: Vec::new(),
            lacking: Vec::new(),
            unknown: Vec::new(),
            tested: BTreeMap::new(),
            contradictions: Vec::new(),
            unsound: None,
            is_partly_read: false,
            invalid: false,
            timings: Timings::default(),
        }
    }
}

/// Folds every array of a version of a file that can be folded. Returns the text that was analysed
/// too.
///
/// Call it on a thread with a stack of [`crate::STACK_BYTES`].
pub(crate) fn fold_text(
    version: Arc<Version>,
    flags: &Flags,
    options: &Options,
) -> (Folded, AnalysedText) {
    let mut timings = Timings {
        preprocess: version.preprocessing(),
        ..Timings::default()
    };
    let analysed = timed(&mut timings.parse, || {
        AnalysedText::new(version, flags, options.keep_lines)
    });
    let unit = analysed.unit();
    let mut front_options = front::Options {
        drop_unused: options.drop_unused,
        ..front_options(unit)
    };
    let fixed = options.fixed_macros.iter().cloned();
    front_options.fixed_macros.extend(fixed);
    let program = timed(&mut timings.parse, || {
        Program::new(unit, analysed.syntax(), &front_options)
    });
    let task = Task {
        analysed: &analysed,
        program: &program,
        options,
    };
    let summarise = |folds: &FunctionFolds| {
        let summary = summary::of_function(unit, folds, options);
        (summary, folds.timings())
    };
    let ((bytes, unsound), functions) = with_workers(&task, summarise, |workers| {
        write_and_prove(&task, flags, workers, &mut timings)
    });
    let mut summaries = vec![summary::of_file(unit, &program.outside(), options)];
    for (summary, times) in functions {
        summaries.push(summary);
        timings.add(&times);
    }
    let summary = summary::all(summaries);
    let folded = in_users_file(summary, &analysed, (bytes, unsound), timings);
    (folded, analysed)
}

/// The result of a fold, with places of the user's file.
fn in_users_file(
    mut summary: Summary,
    analysed: &AnalysedText,
    (bytes, unsound): (Vec<u8>, Option<Unsound>),
    timings: Timings,
) -> Folded {
    for entry in &mut summary.report.arrays {
        entry.map_spans(|span| analysed.users_span(span));
    }
    let file = analysed.user().file.clone();
    let texts = (&analysed.unit().file, &file);
    evidence::relocate(&mut summary.report.evidence, texts, |span| {
        analysed.users_span(span)
    });
    let (remarks, details) = (&mut summary.remarks, &mut summary.details);
    remarks
        .iter_mut()
        .for_each(|remark| analysed.move_to_users_file(remark));
    details
        .iter_mut()
        .for_each(|detail| analysed.move_to_users_file(detail));
    Folded {
        bytes: match unsound {
            None => bytes,
            Some(_) => file.bytes.clone(),
        },
        report: summary.report,
        regions: summary.regions,
        changes: summary.changes,
        remarks: summary.remarks,
        details: summary.details,
        is_partly_read: !analysed.syntax().is_whole(),
        invalid: summary.invalid,
        lacking: summary.lacking,
        unknown: Vec::new(),
        tested: BTreeMap::new(),
        contradictions: summary.contradictions,
        unsound,
        timings,
        file,
    }
}

/// Writes the folds and proves them, until all written folds are proved. Returns the new bytes, and
/// the reason to discard them if there is one.
fn write_and_prove(
    task: &Task<'_>,
    flags: &Flags,
    workers: &mut Workers,
    timings: &mut Timings,
) -> (Vec<u8>, Option<Unsound>) {
    workers.keep_shared_parameters();
    let analysed = task.analysed;
    let mut depth = Depth::Shared;
    let mut round = 0;
    loop {
        let written = timed(&mut timings.emission, || write(analysed, workers, depth));
        if written.is_empty {
            return (written.bytes, None);
        }
        let (faults, emitted) = timed(&mut timings.check, || {
            check(analysed, &written, flags, workers)
        });
        if faults.is_empty() && round < MOST_ROUNDS && workers.resume_proved() {
            round += 1;
            continue;
        }
        if faults.is_empty() {
            let tidied = || match emitted.filter(|_| written.twin.is_none()) {
                Some(emitted) => {
                    let programs = (task.program, emitted.program());
                    without_leftovers(analysed, programs, flags, &written.hints)
                }
                None => twin_without_leftovers(analysed, written.bytes, flags, &written.hints),
            };
            return (timed(&mut timings.emission, tidied), None);
        }
        let mut unproved = Vec::new();
        for (function, fault) in faults {
            match remedy(&fault, &written, depth) {
                Some(Remedy::WriteMacrosOut) => depth = Depth::WrittenOut,
                Some(Remedy::KeepArraysInMacros) => {
                    workers.keep_arrays(written.in_macros.clone());
                }
                Some(Remedy::TakeBack { ordinal }) => {
                    unproved.push(Unproved {
                        function,
                        ordinal,
                        array: fault.array().map(str::to_string),
                        overflows: fault.overflows(),
                        is_last: round >= MOST_ROUNDS,
                        reason: Reason::NotProved(fault.to_string()),
                    });
                }
                None => return (written.bytes, Some(fault)),
            }
        }
        workers.take_back(unproved);
        round += 1;
    }
}

/// What to do before the next round, after a proof failed.
enum Remedy {
    /// Write out macros that are edited for all their uses.
    WriteMacrosOut,
    /// Keep the arrays whose folds edit the expansion of a macro.
    KeepArraysInMacros,
    /// Take back folds of the region with this ordinal.
    TakeBack { ordinal: usize },
}

/// What to do about a fault; `None` if it is a fault in Pleat.
fn remedy(fault: &Unsound, written: &WrittenFile, depth: Depth) -> Option<Remedy> {
    if let Unsound::Macros = fault {
        return match depth {
            Depth::Shared => Some(Remedy::WriteMacrosOut),
            _ if !written.in_macros.is_empty() => Some(Remedy::KeepArraysInMacros),
            _ => None,
        };
    }
    // Windows are written on the guess that they never need values of two executions of their loop;
    // the proof may refute it.
    let changed = &written.hints.changed;
    let has_windows = |f: &str| changed.get(f).is_some_and(|c| !c.windows.is_empty());
    let refuted = fault.contradicted().filter(|(f, _)| has_windows(f));
    let ordinal = fault.unproved().or(refuted.map(|(_, ordinal)| ordinal))?;
    Some(Remedy::TakeBack { ordinal })
}

/// Reads the new text and proves it. Returns what cannot be proved, each with its function; and the
/// text, if it can be read.
fn check(
    analysed: &AnalysedText,
    written: &WrittenFile,
    flags: &Flags,
    workers: &mut Workers,
) -> (Vec<(usize, Unsound)>, Option<Arc<Version>>) {
    let text = written.twin.as_ref().unwrap_or(&written.bytes);
    let originals = written.hints.originals.clone();
    let emitted = match analysed.again(text.clone(), flags, originals) {
        Ok(emitted) => Arc::new(emitted),
        Err(error) => return (vec![(0, error.into())], None),
    };
    if written.twin.is_some() {
        let users = analysed.unit_again(written.bytes.clone(), flags).ok();
        if !users.is_some_and(|users| source::same_program(&users, emitted.unit())) {
            return (vec![(0, Unsound::Macros)], None);
        }
    }
    (workers.faults(Arc::clone(&emitted)), Some(emitted))
}

/// A file with all folds.
struct WrittenFile {
    /// The user's file.
    bytes: Vec<u8>,
    /// Its twin, which is read again, if it is another text.
    twin: Option<Vec<u8>>,
    /// Whether there are no edits.
    is_empty: bool,
    /// What later passes over it need.
    hints: Hints,
    /// The folds that edit the expansion of a macro, each with the reason to keep its array.
    in_macros: Vec<(CandidateId, Reason)>,
}

/// Applies the edits of all folds. If a fold cannot be written beside the others, its parameter is
/// not removed, or its array is kept.
fn write(analysed: &AnalysedText, workers: &mut Workers, depth: Depth) -> WrittenFile {
    loop {
        let (texts, hints) = workers.texts();
        let (ids, texts): (Vec<CandidateId>, Vec<FoldText>) = texts.into_iter().unzip();
        let (edits, failed) = emit::combine(analysed.unit(), &texts);
        if !failed.is_empty() {
            let reason = Reason::NotInC(EmitError::Overlap.to_string());
            let failed = failed.into_iter().map(|k| (k, reason.clone()));
            keep_failed(workers, &ids, &texts, failed.collect());
            continue;
        }
        let (users, twin) = match analysed.carry_back(&edits, &texts, depth) {
            Ok(bytes) => bytes,
            Err(at) => {
                let blocked = analysed.blocked(&texts, at);
                keep_failed(workers, &ids, &texts, blocked);
                continue;
            }
        };
        let in_macros = analysed.in_macros(&texts).into_iter();
        return WrittenFile {
            bytes: users,
            twin,
            is_empty: edits.is_empty(),
            hints,
            in_macros: in_macros.map(|(k, reason)| (ids[k], reason)).collect(),
        };
    }
}

/// Keeps what cannot be written: a parameter that would be removed, or the array.
fn keep_failed(
    workers: &mut Workers,
    ids: &[CandidateId],
    texts: &[FoldText],
    failed: Vec<(usize, Reason)>,
) {
    let is_removed = |(k, _): &(usize, Reason)| texts[*k].storage == Storage::Instead;
    let (removed, others): (Vec<_>, Vec<_>) = failed.into_iter().partition(is_removed);
    workers.keep_parameters(removed.into_iter().map(|(k, _)| ids[k]).collect());
    let others = others.into_iter().map(|(k, reason)| (ids[k], reason));
    workers.keep_arrays(others.collect());
}
