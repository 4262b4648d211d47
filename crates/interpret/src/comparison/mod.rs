//! Two versions of a function, or of a program, executed side by side at small sizes.

mod case;
mod interface;
mod run;
mod settings;
mod trial;
mod types;
mod verdict;

pub use run::{compare, compare_main};

use crate::witness::Witness;
use source::Span;

/// How much a comparison may take, and what it may vary.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Operations of one execution.
    pub steps: u64,
    /// Operations of all executions together.
    pub total_steps: u64,
    /// Bytes of memory of one execution.
    pub bytes: u64,
    /// Entries of the record that explains a difference.
    pub record: usize,
    /// Macros that the user may define otherwise: their values are varied, unless they have become
    /// numbers of a program.
    pub free_macros: Vec<String>,
    /// Parameters and objects of the original whose contents nobody needs after the function, as
    /// the user promises.
    pub temporaries: Vec<String>,
    /// Whether `simd` loops whose iterations share elements have no meaning: the compiler obeys
    /// directives of OpenMP.
    pub checks_simd: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: 20_000_000,
            total_steps: 100_000_000,
            bytes: 1 << 28,
            record: 6_000_000,
            free_macros: Vec::new(),
            temporaries: Vec::new(),
            checks_simd: false,
        }
    }
}

/// Which of two versions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The original.
    Before,
    /// The other one.
    After,
}

/// What a comparison found.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// They compute different results.
    Differ(Box<Witness>),
    /// No difference was found. This is no proof.
    Same {
        /// The number of settings at which both were executed.
        settings: usize,
    },
    /// Nothing is known.
    Inconclusive {
        /// Why.
        reason: String,
        /// The place of the reason, if it has one.
        at: Option<(Side, Span)>,
    },
}

impl Outcome {
    /// Nothing is known, for a reason without a place.
    fn unknown(reason: impl Into<String>) -> Outcome {
        Outcome::Inconclusive {
            reason: reason.into(),
            at: None,
        }
    }
}
