//! Arrays of a text in fewer cells: the fold of one file as it stands.

use crate::engine::{Name, New, Next, Pass, Proposer, State, settle};
use crate::folded::Folded;
use crate::functions::{CandidateId, FunctionFolds, Task, Unproved, Workers, with_workers};
use crate::options::Options;
use crate::proof::Unsound;
use crate::reason::Reason;
use crate::summary::{self, Summary, relocate};
use crate::text::{AnalysedText, Hints, Version, front_options};
use crate::text::{twin_without_leftovers, without_leftovers};
use crate::timings::{Timings, timed};
use emit::{EmitError, FoldText, Storage};
use front::Program;
use source::{Depth, Flags, PreprocessError};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Rounds in which single folds are replaced because they cannot be proved; after them, all arrays
/// of a region are kept.
const MOST_ROUNDS: usize = 32;

/// Makes the pass.
pub(crate) const CONTRACT: New = || Box::new(Contract);

/// Puts each array into as few cells as its values need.
struct Contract;

impl Pass for Contract {
    fn name(&self) -> Name {
        Name::Contract
    }

    fn run(&mut self, state: &mut State<'_>) -> Result<Next, PreprocessError> {
        let text = Arc::clone(&state.text);
        let (folded, analysed) = contracted(text, state.flags, &state.options);
        state.folded = folded;
        state.analysed = Some(analysed);
        Ok(Next::Continue)
    }
}

/// Folds every array of a version of a file that can be folded. Returns the text that was analysed
/// too.
///
/// Call it on a thread with a stack of [`crate::STACK_BYTES`].
pub(crate) fn contracted(
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
        workers.keep_shared_parameters();
        let contraction = Contraction {
            task: &task,
            flags,
            workers,
            timings: &mut timings,
            depth: Depth::Shared,
            round: 0,
            result: None,
        };
        contraction.settled()
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
    relocate(&mut summary.report.evidence, texts, |span| {
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

/// The folds of all functions, until all that are written are proved.
struct Contraction<'c> {
    task: &'c Task<'c>,
    flags: &'c Flags,
    workers: &'c mut Workers,
    timings: &'c mut Timings,
    /// How macros are edited.
    depth: Depth,
    /// Rounds so far.
    round: usize,
    /// The new bytes, and the reason to discard them if there is one.
    result: Option<(Vec<u8>, Option<Unsound>)>,
}

/// The text with all folds.
struct WrittenText {
    file: WrittenFile,
    /// The text, if it can be read.
    emitted: Option<Arc<Version>>,
}

impl Contraction<'_> {
    /// Writes and proves until nothing is left to prove. Returns the new bytes, and the reason to
    /// discard them if there is one.
    fn settled(mut self) -> (Vec<u8>, Option<Unsound>) {
        let unchanged = || (self.task.analysed.user().file.bytes.clone(), None);
        match settle(&mut self) {
            Ok(()) => self.result.unwrap_or_else(unchanged),
            Err(error) => (unchanged().0, Some(error.into())),
        }
    }

    /// The text without what the folds leave unused.
    fn tidied(&mut self, written: WrittenText) -> Vec<u8> {
        let WrittenText { file, emitted } = written;
        let (analysed, flags) = (self.task.analysed, self.flags);
        timed(&mut self.timings.emission, || {
            match emitted.filter(|_| file.twin.is_none()) {
                Some(emitted) => {
                    let programs = (self.task.program, emitted.program());
                    without_leftovers(analysed, programs, flags, &file.hints)
                }
                None => twin_without_leftovers(analysed, file.bytes, flags, &file.hints),
            }
        })
    }
}

impl Proposer for Contraction<'_> {
    type Proposal = WrittenText;
    type Fault = (usize, Unsound);

    fn propose(&mut self) -> Result<Option<WrittenText>, PreprocessError> {
        if self.result.is_some() {
            return Ok(None);
        }
        let file = timed(&mut self.timings.emission, || {
            write(self.task.analysed, self.workers, self.depth)
        });
        if file.is_empty {
            self.result = Some((file.bytes, None));
            return Ok(None);
        }
        let emitted = None;
        Ok(Some(WrittenText { file, emitted }))
    }

    fn faults(&mut self, written: &mut WrittenText) -> Vec<(usize, Unsound)> {
        let (faults, emitted) = timed(&mut self.timings.check, || {
            check(self.task.analysed, &written.file, self.flags, self.workers)
        });
        written.emitted = emitted;
        faults
    }

    fn accept(&mut self, written: WrittenText) -> Result<(), PreprocessError> {
        match self.round < MOST_ROUNDS && self.workers.resume_proved() {
            true => self.round += 1,
            false => self.result = Some((self.tidied(written), None)),
        }
        Ok(())
    }

    fn retreat(
        &mut self,
        written: WrittenText,
        faults: Vec<(usize, Unsound)>,
    ) -> Result<(), PreprocessError> {
        let mut unproved = Vec::new();
        for (function, fault) in faults {
            match remedy(&fault, &written.file, self.depth) {
                Some(Remedy::WriteMacrosOut) => self.depth = Depth::WrittenOut,
                Some(Remedy::KeepArraysInMacros) => {
                    let in_macros = written.file.in_macros.clone();
                    self.workers.keep_arrays(in_macros);
                }
                Some(Remedy::TakeBack { ordinal }) => {
                    unproved.push(Unproved {
                        function,
                        ordinal,
                        array: fault.array().map(str::to_string),
                        overflows: fault.overflows(),
                        is_last: self.round >= MOST_ROUNDS,
                        reason: Reason::NotProved(fault.to_string()),
                    });
                }
                None => {
                    self.result = Some((written.file.bytes, Some(fault)));
                    return Ok(());
                }
            }
        }
        self.workers.take_back(unproved);
        self.round += 1;
        Ok(())
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
