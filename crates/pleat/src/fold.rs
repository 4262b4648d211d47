//! From the bytes of a file to the bytes of the folded file: the whole pipeline.

use crate::decide::{Decision, Outcome, decide};
use crate::reason::Reason;
use crate::summary;
use crate::verify::{Unsound, verify};
use emit::Fold;
use lifetime::Mode;
use report::Report;
use source::{Diagnostic, Flags, PreprocessError, SourceFile, Unit};
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
    let start = Instant::now();
    let unit = source::preprocess(file, flags)?;
    let preprocess = start.elapsed();
    let start = Instant::now();
    let extraction = front::extract(&unit, &front_options(&unit));
    let parse = start.elapsed();
    let mut decisions = all_decisions(&extraction, options);
    let mut emission = Duration::ZERO;
    let mut check = Duration::ZERO;
    let (bytes, unsound) = loop {
        let start = Instant::now();
        let edits = emit_all(&unit, &mut decisions);
        let bytes = edits.apply(&unit.file.bytes);
        emission += start.elapsed();
        let start = Instant::now();
        let unsound = match edits.is_empty() {
            true => None,
            false => verify(&unit, &extraction, &decisions, &bytes, flags).err(),
        };
        check += start.elapsed();
        if !unsound
            .as_ref()
            .is_some_and(|u| keep_unproved(&mut decisions, u))
        {
            break (bytes, unsound);
        }
    };
    let timings = Timings {
        preprocess,
        parse,
        analysis: decisions.iter().map(|d| d.analysis).sum(),
        mapping: decisions.iter().map(|d| d.mapping).sum(),
        emission,
        check,
    };
    let summary = summary::summarise(&unit, &extraction, &decisions, options);
    Ok(Folded {
        bytes: match unsound {
            None => bytes,
            Some(_) => unit.file.bytes.clone(),
        },
        report: summary.report,
        regions: extraction.regions.len(),
        remarks: summary.remarks,
        details: summary.details,
        invalid: summary.invalid,
        unsound,
        timings,
        file: unit.file,
    })
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

/// The edits of all folds; a fold that cannot be written becomes a kept array.
fn emit_all(unit: &Unit, decisions: &mut [Decision]) -> source::Edits {
    let mut at = Vec::new();
    let mut folds = Vec::new();
    for (k, decision) in decisions.iter().enumerate() {
        if let Outcome::Folded(choice) = &decision.outcome {
            at.push(k);
            folds.push(Fold {
                region: decision.region,
                candidate: decision.candidate,
                choice,
            });
        }
    }
    let (edits, failed) = emit::rewrite(&unit.file, &folds);
    let failed: Vec<(usize, Reason)> = failed
        .into_iter()
        .map(|(k, error)| (at[k], Reason::NotInC(error.to_string())))
        .collect();
    for (k, reason) in failed {
        decisions[k].outcome = Outcome::Kept(reason);
    }
    edits
}
