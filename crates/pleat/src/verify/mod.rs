//! `pleat verify`: proves that two versions of a file compute the same, function by function.
//!
//! ```text
//! two files --pair--> functions by name --fast--> --whole--> verdicts
//! ```
//!
//! `fast` proves folds: the same text but for where elements of some arrays are. `whole` judges the
//! other functions together with what they call: `general` proves moved loops and copied values,
//! `search` executes both versions at small sizes. Knows nothing of how a fold was found.

mod assumed;
mod fast;
mod general;
mod heads;
mod outside;
mod overlap;
mod pair;
mod rest;
pub mod run;
mod search;
mod sides;
mod start;
mod tiles;
mod verdict;
mod whole;

pub use assumed::Assumed;
pub(crate) use general::needed;
pub(crate) use overlap::{Calls, Pair, Reached, pairs};
pub use verdict::{
    Context, FunctionVerdict, Place, PresentValue, Reason, Side, Verdict, Verification, Witness,
};

use crate::facts::{FactError, state_in_both};
use crate::options::{Assumptions, NoOverlap};
use crate::text::{AnalysedText, Version, front_options, owned_in, unused_by_others};
use front::{Original, Program};
use heads::Heads;
use pair::{Old, Pairs, Round, second_options};
use poly::Allowance;
use source::{Flags, SourceFile};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The ways to prove a function take as much as so many budgets of one way.
const MOST_WAYS: u64 = 3;

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
    /// Elementary set operations for one way to prove a function, without a search for differences;
    /// if `None`, as many as usual proofs take, and a search.
    pub operations: Option<u64>,
    /// What proofs of functions may take in all ways together, with what else is tried for them; of
    /// others, some times [`VerifyOptions::operations`].
    pub allowances: BTreeMap<String, Allowance>,
    /// Macros that are taken at their value.
    pub fixed_macros: Vec<String>,
    /// The macros whose present values functions of the second text assert, by function. Ways to a
    /// proof that failed before they were asserted are not tried again.
    pub asserted: BTreeMap<String, Vec<PresentValue>>,
    /// The order of execution differs: no function is a fold of itself.
    pub is_moved: bool,
    /// The second text has loops over tiles: if a proof that leaves them out fails, none with them
    /// is tried.
    pub has_tiles: bool,
}

impl VerifyOptions {
    /// A proof of each function with at most so many elementary set operations in each way.
    pub(crate) fn within(operations: u64, apart: NoOverlap) -> Self {
        VerifyOptions {
            operations: Some(operations),
            assume: Assumptions {
                apart,
                ..Assumptions::default()
            },
            ..VerifyOptions::default()
        }
    }

    /// What the proof of a function may take in all ways together, if one takes this budget.
    fn allowance(&self, function: &str, budget: u64) -> Allowance {
        let own = self.allowances.get(function).cloned();
        own.unwrap_or_else(|| Allowance::new(budget.saturating_mul(MOST_WAYS)))
    }

    fn wants(&self, function: &str) -> bool {
        self.functions.is_empty() || self.functions.iter().any(|f| f == function)
    }
}

/// Judges every function of two versions of a file.
///
/// Call it on a thread with a stack of [`crate::STACK_BYTES`].
///
/// # Errors
/// A file cannot be preprocessed, or [`Assumptions::facts`] are not about the first one.
pub fn verify(
    before: SourceFile,
    after: SourceFile,
    flags: &Flags,
    options: &VerifyOptions,
) -> Result<Verification, FactError> {
    let facts = &options.assume.facts;
    let texts = sides::read(before, after, flags)?;
    let stated = state_in_both(texts, flags, facts)?;
    let options = VerifyOptions {
        fixed_macros: stated.macros,
        ..options.clone()
    };
    let texts = (stated.before, stated.after);
    let owned = match options.assume.apart {
        NoOverlap::Refused => None,
        _ => owned_in(&texts.0, &texts.1, flags)?,
    };
    let first = match &owned {
        Some((owned, _)) => Arc::clone(&owned.text),
        None => Arc::clone(&texts.0),
    };
    let mut found = verify_texts((first, texts.1), flags, &options);
    if let Some((owned, names)) = owned {
        found.before = texts.0.unit().file.clone();
        for function in &mut found.functions {
            function.assume(&unused_by_others(&names));
            function.map_spans(|side, span| match side {
                Side::Before => owned.edits.original_span(span),
                Side::After => span,
            });
        }
    }
    Ok(found)
}

/// Judges every function of two versions of a file.
pub(crate) fn verify_texts(
    (first, second): (Arc<Version>, Arc<Version>),
    flags: &Flags,
    options: &VerifyOptions,
) -> Verification {
    let first = AnalysedText::new(first, flags, false);
    let mut plain = front::Options {
        only_accesses: true,
        ..front_options(first.unit())
    };
    let fixed = options.fixed_macros.iter().cloned();
    plain.fixed_macros.extend(fixed);
    let program = Program::new(first.unit(), first.syntax(), &plain);
    let old = Old::read(&program, second.unit(), options);
    let originals = old.originals(second.unit());
    let second = AnalysedText::knowing(second, flags, originals.clone());
    let after = second_options(&second, originals.clone());
    let after = Program::new(second.unit(), second.syntax(), &after);
    let pairs = Pairs {
        old: &old,
        after: &after,
        heads: &Heads::of(&program, &after),
        options,
        has_openmp: flags.args.iter().any(|flag| flag.starts_with("-fopenmp")),
    };
    let mut round = pairs.folds();
    add_copies(&mut round, &pairs, &second, flags, originals);
    let functions = whole::judge(&pairs, round);
    sides::conclude((&first, &second), functions)
}

/// Proves open functions on the second text with the copies that it lacks: `t = t;` does nothing.
fn add_copies(
    round: &mut Round,
    pairs: &Pairs<'_>,
    second: &AnalysedText,
    flags: &Flags,
    originals: Vec<Original>,
) {
    if round.edits.is_empty() {
        return;
    }
    let file = &pairs.after.unit().file;
    let edited = round.edits.apply(&file.bytes);
    let Ok(edited) = second.version().again(edited, flags) else {
        return;
    };
    let second = AnalysedText::new(edited, flags, false);
    let after = second_options(&second, originals);
    let after = Program::new(second.unit(), second.syntax(), &after);
    let with_copies = Pairs {
        after: &after,
        ..*pairs
    };
    with_copies.folds_with_copies(round);
}
