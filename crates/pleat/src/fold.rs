//! From the bytes of a file to the bytes of the folded file: the whole pipeline.

use crate::crew::{self, Crew, Task, timed};
use crate::reading::Reading;
use crate::reason::Reason;
use crate::summary;
use crate::tidied::{tidied, twin_tidied};
use crate::verify::{Emitted, Unsound, read_again};
use crate::work::{Hints, Place, Unproved, Work};
use emit::{EmitError, FoldText, Limits, Storage};
use front::Program;
use lifetime::Mode;
use report::Report;
use scop::{Order, Scop};
use source::{Depth, Diagnostic, Flags, PreprocessError, SourceFile, Unit};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;
use storage::{Objective, Strategy};

/// So often single arrays are kept because they cannot be proved; then all of their region.
const MOST_SINGLE: usize = 8;

/// How many bytes of an array in static storage go to the stack, if nothing else is said.
pub const MAX_STACK: u64 = 16 << 10;

/// What the user vouches for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Assumptions {
    /// No two threads execute functions of the file at the same time.
    pub single_thread: bool,
}

/// What the user asked for.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Fold only these arrays; all if empty.
    pub only: Vec<String>,
    /// Never fold these.
    pub keep: Vec<String>,
    /// Use only this strategy; all if `None`.
    pub strategy: Option<Strategy>,
    /// What mappings are chosen for.
    pub objective: Objective,
    /// Elementary set operations that the strategies may take for one array; what a second allows if `None`.
    pub operations: Option<u64>,
    /// What one lifetime is.
    pub lifetime: Mode,
    /// In which order instances are taken to happen; as the program says if `None`: with threads where
    /// it has parallel loops, in every tiling where it states bands, else as written.
    pub order: Option<Order>,
    /// Remove parameters, arguments and storage that a fold leaves unused.
    pub drop_unused: bool,
    /// A comment at each declaration says where the elements are.
    pub comments: bool,
    /// New text is written on existing lines, so that all lines keep their numbers; else this is done
    /// only as far as the program uses the numbers of its lines.
    pub keep_lines: bool,
    /// Typical values of parameters, by the user's spelling.
    pub params: Vec<(String, i64)>,
    /// Count how many values are alive at once, for the report.
    pub live_bounds: bool,
    /// List what every strategy came to, for the report.
    pub strategies_listed: bool,
    /// With the time that each took.
    pub timings: bool,
    /// A folded array in static storage becomes automatic up to this many bytes; [`MAX_STACK`] if `None`.
    pub max_stack: Option<u64>,
    /// What the user vouches for.
    pub assume: Assumptions,
    /// How many threads work on the functions of one file; as many as there are cores if `None`.
    pub threads: Option<NonZeroUsize>,
}

impl Options {
    /// Whether the user wants this array to stay.
    pub(crate) fn excludes(&self, array: &str) -> bool {
        let named = |list: &[String]| list.iter().any(|n| n == array);
        named(&self.keep) || (!self.only.is_empty() && !named(&self.only))
    }

    /// The value that the user gave for a parameter.
    pub(crate) fn sample(&self, spelling: &str) -> Option<i64> {
        self.params
            .iter()
            .find(|(name, _)| name == spelling)
            .map(|(_, value)| *value)
    }

    /// The order in which the instances of a region are taken to happen.
    pub fn order_of(&self, scop: &Scop) -> Order {
        let stated = || {
            let statements = &scop.statements;
            if statements.iter().any(|s| !s.tilable.is_empty()) {
                Order::Tilable
            } else if statements.iter().any(|s| !s.parallel.is_empty()) {
                Order::Parallel
            } else {
                Order::Sequential
            }
        };
        self.order.unwrap_or_else(stated)
    }

    /// What storage folds may use.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            stack: self.max_stack.unwrap_or(MAX_STACK),
            single_thread: self.assume.single_thread,
        }
    }

    /// The strategies that are tried.
    pub fn strategies(&self) -> Vec<Strategy> {
        match self.strategy {
            Some(only) => vec![only],
            None => Strategy::ALL.to_vec(),
        }
    }

    /// Elementary set operations that the strategies may take for one array.
    pub(crate) fn operations(&self) -> u64 {
        self.operations.unwrap_or(poly::OPERATIONS_PER_SECOND)
    }
}

/// How long each pass took, in all threads together.
#[derive(Clone, Copy, Debug, Default)]
pub struct Timings {
    /// The user's preprocessor and the origins of its tokens.
    pub preprocess: Duration,
    /// Parsing and extraction of scops.
    pub parse: Duration,
    /// Lifetimes and conflicts.
    pub analysis: Duration,
    /// Mappings and their certificates.
    pub mapping: Duration,
    /// Text edits.
    pub emission: Duration,
    /// Reading the result again and proving it.
    pub check: Duration,
}

impl Timings {
    /// Adds the time of another thread's share.
    fn add(&mut self, other: &Timings) {
        self.preprocess += other.preprocess;
        self.parse += other.parse;
        self.analysis += other.analysis;
        self.mapping += other.mapping;
        self.emission += other.emission;
        self.check += other.check;
    }
}

/// The result of folding one file.
#[derive(Debug)]
pub struct Folded {
    /// The user's file.
    pub file: SourceFile,
    /// The new bytes; the old ones if nothing was folded or the result did not check.
    pub bytes: Vec<u8>,
    /// What became of each array.
    pub report: Report,
    /// How many regions were analysed.
    pub regions: usize,
    /// The same as remarks, in the order of the file.
    pub remarks: Vec<Diagnostic>,
    /// Remarks that only `-v` shows.
    pub details: Vec<Diagnostic>,
    /// The result was thrown away because it could not be proved: a fault in Pleat.
    pub unsound: Option<Unsound>,
    /// The file itself is at fault (an unterminated `#pragma scop`).
    pub invalid: bool,
    /// Time per pass.
    pub timings: Timings,
}

/// Folds what can be folded in one file.
///
/// Call it on a thread with a stack of [`crate::STACK_BYTES`].
///
/// # Errors
/// Only when the file cannot be preprocessed.
pub fn fold(file: SourceFile, flags: &Flags, options: &Options) -> Result<Folded, PreprocessError> {
    let mut timings = Timings::default();
    let unit = timed(&mut timings.preprocess, || source::preprocess(file, flags))?;
    let reading = timed(&mut timings.parse, || {
        Reading::new(unit, flags, options.keep_lines)
    });
    let unit = reading.unit();
    let front_options = front::Options {
        drop_unused: options.drop_unused,
        ..front_options(unit)
    };
    let program = timed(&mut timings.parse, || {
        Program::new(unit, reading.syntax(), &front_options)
    });
    let task = Task {
        reading: &reading,
        program: &program,
        options,
    };
    let sum_up = |work: &Work| (summary::of_function(unit, work, options), work.timings());
    let ((bytes, unsound), functions) = crew::with(&task, sum_up, |crew| {
        settle((&reading, &program), flags, crew, &mut timings)
    });
    let mut summaries = vec![summary::of_file(unit, &program.outside())];
    for (summary, times) in functions {
        summaries.push(summary);
        timings.add(&times);
    }
    let summary = summary::all(summaries);
    let file = reading.user().file.clone();
    Ok(Folded {
        bytes: match unsound {
            None => bytes,
            Some(_) => file.bytes.clone(),
        },
        report: summary.report,
        regions: summary.regions,
        remarks: reading.in_users_file(summary.remarks),
        details: reading.in_users_file(summary.details),
        invalid: summary.invalid,
        unsound,
        timings,
        file,
    })
}

/// Writes the folds and proves them, until all that is written is proved.
fn settle(
    (reading, program): (&Reading, &Program<'_>),
    flags: &Flags,
    crew: &mut Crew,
    timings: &mut Timings,
) -> (Vec<u8>, Option<Unsound>) {
    crew.keep_shared();
    let mut depth = Depth::Shared;
    let mut round = 0;
    loop {
        let written = timed(&mut timings.emission, || written(reading, crew, depth));
        if written.is_empty {
            return (written.bytes, None);
        }
        let (faults, emitted) = timed(&mut timings.check, || check(reading, &written, flags, crew));
        if faults.is_empty() {
            let tidied = || match emitted.filter(|_| written.twin.is_none()) {
                Some(emitted) => {
                    tidied(reading, (program, emitted.program()), flags, &written.hints)
                }
                None => twin_tidied(reading, written.bytes, flags, &written.hints),
            };
            return (timed(&mut timings.emission, tidied), None);
        }
        let mut unproved = Vec::new();
        for (function, fault) in faults {
            // Whether windows only ever need values of one execution of their loop, the proof finds out.
            let changed = &written.hints.changed;
            let has_windows = |f: &str| changed.get(f).is_some_and(|c| !c.windows.is_empty());
            let doubtful = fault.contradicted().filter(|(f, _)| has_windows(f));
            let doubtful = doubtful.map(|(_, ordinal)| ordinal);
            match (&fault, fault.unproved().or(doubtful)) {
                (Unsound::Macros, _) if depth == Depth::Shared => depth = Depth::WrittenOut,
                (Unsound::Macros, _) if !written.in_macros.is_empty() => {
                    crew.keep(written.in_macros.clone());
                }
                (_, Some(ordinal)) => {
                    let array = fault.array().filter(|_| round < MOST_SINGLE);
                    unproved.push(Unproved {
                        function,
                        ordinal,
                        array: array.map(str::to_string),
                        overflows: fault.overflows(),
                        reason: Reason::NotProved(fault.to_string()),
                    });
                }
                _ => return (written.bytes, Some(fault)),
            }
        }
        crew.keep_unproved(unproved);
        round += 1;
    }
}

/// What cannot be proved of the folded text, each with its function; and that text, if it can be read.
fn check(
    reading: &Reading,
    written: &Written,
    flags: &Flags,
    crew: &mut Crew,
) -> (Vec<(usize, Unsound)>, Option<Arc<Emitted>>) {
    let path = reading.user().file.path.clone();
    let analysed = written.twin.as_ref().unwrap_or(&written.bytes);
    let again = SourceFile::new(path.clone(), analysed.clone());
    let emitted = match read_again(again, flags, written.hints.originals.clone()) {
        Ok(emitted) => emitted,
        Err(fault) => return (vec![(0, fault)], None),
    };
    if written.twin.is_some() {
        let users = SourceFile::new(path, written.bytes.clone());
        let users = source::preprocess(users, flags).ok();
        if !users.is_some_and(|users| source::same_program(&users, emitted.program().unit())) {
            return (vec![(0, Unsound::Macros)], None);
        }
    }
    let emitted = Arc::new(emitted);
    (crew.faults(Arc::clone(&emitted)), Some(emitted))
}

/// The text with all folds.
struct Written {
    /// What the user gets.
    bytes: Vec<u8>,
    /// The twin of the same program that is read again, if it is another text.
    twin: Option<Vec<u8>>,
    /// Whether there are no edits.
    is_empty: bool,
    /// What a reader of it has to know.
    hints: Hints,
    /// The folds of which a piece comes out of a macro, with the reason to keep them for.
    in_macros: Vec<(Place, Reason)>,
}

/// The edits of all folds; a fold that cannot be written beside the others leaves its parameter where
/// it is, or becomes a kept array.
fn written(reading: &Reading, crew: &mut Crew, depth: Depth) -> Written {
    loop {
        let (texts, hints) = crew.texts();
        let (places, texts): (Vec<Place>, Vec<FoldText>) = texts.into_iter().unzip();
        let (edits, failed) = emit::combine(reading.unit(), &texts);
        if !failed.is_empty() {
            let reason = Reason::NotInC(EmitError::Overlap.to_string());
            let kept = failed.into_iter().map(|k| (k, reason.clone()));
            step_back(crew, &places, &texts, kept.collect());
            continue;
        }
        let (users, twin) = match reading.refold(&edits, &texts, depth) {
            Ok(bytes) => bytes,
            Err(at) => {
                let blocked = reading.blocked(&texts, at);
                step_back(crew, &places, &texts, blocked);
                continue;
            }
        };
        let in_macros = reading.in_macros(&texts).into_iter();
        return Written {
            bytes: users,
            twin,
            is_empty: edits.is_empty(),
            hints,
            in_macros: in_macros.map(|(k, reason)| (places[k], reason)).collect(),
        };
    }
}

/// Folds that cannot be written as they are: a parameter that would go stays, any other array is kept.
fn step_back(crew: &mut Crew, places: &[Place], texts: &[FoldText], failed: Vec<(usize, Reason)>) {
    let is_gone = |(k, _): &(usize, Reason)| texts[*k].storage == Storage::Instead;
    let (gone, others): (Vec<_>, Vec<_>) = failed.into_iter().partition(is_gone);
    crew.let_stay(gone.into_iter().map(|(k, _)| places[k]).collect());
    crew.keep(
        others
            .into_iter()
            .map(|(k, reason)| (places[k], reason))
            .collect(),
    );
}

/// How every text is read, the user's and the folded one: macros that decide which lines are there
/// are taken at their value.
pub fn front_options(unit: &Unit) -> front::Options {
    front::Options {
        assume_macros: true,
        fixed_macros: unit.macros_in_conditions(),
        ..front::Options::default()
    }
}
