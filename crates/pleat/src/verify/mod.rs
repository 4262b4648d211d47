//! `pleat verify`: proves that two versions of a file compute the same, function by function.
//!
//! ```text
//! two files --pair--> functions by name --fast--> --general--> proved
//!                                                 --search---> refuted, else unknown and why
//! ```
//!
//! `fast` proves folds: the same text but for where elements of some arrays are. `general` proves
//! moved loops and copied values, `search` executes both versions at small sizes. Knows nothing of
//! how a fold was found.

mod fast;
mod general;
mod outside;
mod overlap;
mod pair;
mod rest;
pub mod run;
mod search;
mod sides;
mod start;
mod verdict;

pub use verdict::{Context, FunctionVerdict, Place, Reason, Side, Verdict, Verification, Witness};

use crate::options::Assumptions;
use crate::text::{AnalysedText, front_options};
use front::Program;
use pair::{Old, Round, judge};
use source::{Flags, PreprocessError, SourceFile};

/// What the user asks for.
#[derive(Clone, Debug, Default)]
pub struct VerifyOptions {
    /// Judge only these functions; all if empty.
    pub functions: Vec<String>,
    /// Only these arrays may differ; any if empty.
    pub arrays: Vec<String>,
    /// The order of execution; the one that the program states if `None`.
    pub order: Option<scop::Order>,
    /// What the user guarantees.
    pub assume: Assumptions,
    /// Values of parameters for a search for differences, by the user's spelling.
    pub params: Vec<(String, i64)>,
    /// Elementary set operations for the proof of one function, without a search for differences;
    /// if `None`, as many as usual proofs take, and a search.
    pub operations: Option<u64>,
}

impl VerifyOptions {
    fn wants(&self, function: &str) -> bool {
        self.functions.is_empty() || self.functions.iter().any(|f| f == function)
    }
}

/// Judges every function of two versions of a file.
///
/// Call it on a thread with a stack of [`crate::STACK_BYTES`].
///
/// # Errors
/// A file cannot be preprocessed.
pub fn verify(
    before: SourceFile,
    after: SourceFile,
    flags: &Flags,
    options: &VerifyOptions,
) -> Result<Verification, PreprocessError> {
    let (first, second) = sides::units(before, after, flags)?;
    let first = AnalysedText::new(first, flags, false);
    let plain = front::Options {
        only_accesses: true,
        ..front_options(first.unit())
    };
    let program = Program::new(first.unit(), first.syntax(), &plain);
    let old = Old::read(&program, &second, options);
    let originals = old.originals(&second);
    let second = AnalysedText::knowing(second, flags, false, originals.clone());
    let round = judge(&old, &second, originals.clone(), options);
    let functions = match round.edits.is_empty() {
        true => round.functions,
        false => with_copies(round, &second, flags, |second| {
            judge(&old, second, originals, options)
        }),
    };
    Ok(sides::conclude((&first, &second), functions))
}

/// The verdicts of a round, and those of a second one on the text with the copies that the first
/// one missed: `t = t;` does nothing.
fn with_copies(
    round: Round,
    second: &AnalysedText,
    flags: &Flags,
    judge: impl FnOnce(&AnalysedText) -> Round,
) -> Vec<FunctionVerdict> {
    let file = &second.unit().file;
    let bytes = round.edits.apply(&file.bytes);
    let edited = SourceFile::new(file.path.clone(), bytes);
    let Ok(unit) = source::preprocess(edited, flags) else {
        return round.functions;
    };
    let again = judge(&AnalysedText::new(unit, flags, false));
    let proved = |name: &str| {
        let mut all = again.functions.iter();
        let found = all.find(|f| f.name == name && f.verdict.is_proved());
        found.map(|f| f.verdict.clone())
    };
    let mut functions = round.functions;
    for function in &mut functions {
        if let Some(verdict) = proved(&function.name) {
            function.verdict = verdict;
        }
    }
    functions
}
