//! `pleat verify`: proves that two versions of a file compute the same, function by function.
//!
//! ```text
//! two files --pair--> functions by name --fast--> proved, or why not
//! ```
//!
//! `fast` proves folds: the same text but for where elements of some arrays are. Knows nothing of
//! how a fold was found.

mod fast;
mod outside;
mod pair;
mod rest;
pub mod run;
mod sides;
mod verdict;

pub use verdict::{Context, FunctionVerdict, Place, Reason, Side, Verdict, Verification, Witness};

use crate::options::Assumptions;
use pair::verdicts;
use sides::Sides;
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
    let sides = Sides::read(before, after, flags)?;
    let functions = verdicts(&sides, options);
    Ok(sides.conclude(functions))
}
