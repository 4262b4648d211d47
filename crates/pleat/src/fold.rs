//! From the bytes of a file to the bytes of the folded file: the whole pipeline.

use crate::decide::{Decision, Outcome, decide};
use crate::reading::{Emitted, Reading};
use crate::reason::Reason;
use crate::summary;
use crate::verify::{self, Unsound, verify};
use lifetime::Mode;
use report::Report;
use source::{Depth, Diagnostic, Flags, PreprocessError, SourceFile, Unit};
use std::time::{Duration, Instant};
use storage::Strategy;

/// What the user asked for.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Fold only these arrays; all if empty.
    pub only: Vec<String>,
    /// Never fold these.
    pub keep: Vec<String>,
    /// Use only this strategy; all if `None`.
    pub strategy: Option<Strategy>,
    /// What one lifetime is.
    pub lifetime: Mode,
    /// Typical values of parameters, by the user's spelling.
    pub params: Vec<(String, i64)>,
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

    pub(crate) fn strategies(&self) -> Vec<Strategy> {
        match self.strategy {
            Some(only) => vec![only],
            None => Strategy::ALL.to_vec(),
        }
    }
}

/// How long each pass took.
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

/// The result of folding one file.
#[derive(Debug)]
pub struct Folded {
    /// The user's file.
    pub file: SourceFile,
    /// The new bytes; the old ones if nothing was folded or the result did not check.
    pub bytes: Vec<u8>,
    /// What became of each array.
    pub report: Report,
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
    let start = Instant::now();
    let unit = source::preprocess(file, flags)?;
    let preprocess = start.elapsed();
    let start = Instant::now();
    let reading = Reading::new(unit, flags);
    let parse = start.elapsed();
    let mut decisions = all_decisions(&reading.extraction, options);
    let (bytes, unsound, spent) = emit_and_check(&reading, &mut decisions, flags);
    let timings = Timings {
        preprocess,
        parse,
        analysis: decisions.iter().map(|d| d.analysis).sum(),
        mapping: decisions.iter().map(|d| d.mapping).sum(),
        emission: spent.emission,
        check: spent.check,
    };
    let summary = summary::summarise(reading.unit(), &reading.extraction, &decisions, options);
    let file = reading.user().file.clone();
    Ok(Folded {
        bytes: match unsound {
            None => bytes,
            Some(_) => file.bytes.clone(),
        },
        report: summary.report,
        remarks: reading.in_users_file(summary.remarks),
        details: reading.in_users_file(summary.details),
        invalid: summary.invalid,
        unsound,
        timings,
        file,
    })
}

/// Time spent on the result.
#[derive(Default)]
struct Spent {
    emission: Duration,
    check: Duration,
}

/// The edited bytes, proved; arrays for which that fails stay.
fn emit_and_check(
    reading: &Reading,
    decisions: &mut [Decision],
    flags: &Flags,
) -> (Vec<u8>, Option<Unsound>, Spent) {
    let mut spent = Spent::default();
    let mut depth = Depth::Shared;
    loop {
        let start = Instant::now();
        let emitted = reading.emit(decisions, depth);
        spent.emission += start.elapsed();
        let start = Instant::now();
        let unsound = match emitted.is_empty {
            true => None,
            false => check(reading, decisions, &emitted, flags).err(),
        };
        spent.check += start.elapsed();
        match unsound {
            Some(Unsound::Macros) if depth == Depth::Shared => depth = Depth::WrittenOut,
            Some(Unsound::Macros) if reading.keep_all_in_macros(decisions) => {}
            Some(ref at) if keep_unproved(decisions, at) => {}
            unsound => return (emitted.bytes, unsound, spent),
        }
    }
}

fn check(
    reading: &Reading,
    decisions: &[Decision],
    emitted: &Emitted,
    flags: &Flags,
) -> Result<(), Unsound> {
    let analysed = emitted.twin.as_ref().unwrap_or(&emitted.bytes);
    if let Some(twin) = &emitted.twin {
        verify::same_program(&reading.user().file, &emitted.bytes, twin, flags)?;
    }
    let unit = reading.unit();
    verify(unit, &reading.extraction, decisions, analysed, flags)
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

fn all_decisions<'a>(extraction: &'a front::Extraction, options: &Options) -> Vec<Decision<'a>> {
    let pairs = extraction
        .regions
        .iter()
        .flat_map(|region| region.candidates.iter().map(move |c| (region, c)));
    pairs
        .map(|(region, c)| decide(region, c, options))
        .collect()
}

/// Keeps the arrays of a region whose folded text cannot be proved; whether there was one.
fn keep_unproved(decisions: &mut [Decision], unsound: &Unsound) -> bool {
    let Some((function, ordinal)) = unsound.unproved() else {
        return false;
    };
    let mut any = false;
    for decision in decisions {
        let here = decision.region.function == function && decision.region.ordinal == ordinal;
        if here && matches!(decision.outcome, Outcome::Folded(_)) {
            decision.outcome = Outcome::Kept(Reason::NotProved(unsound.to_string()));
            any = true;
        }
    }
    any
}
