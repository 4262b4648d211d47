//! Reads the folded text again, as if the user had written it, and proves it against the original.

use crate::decide::{BUDGET, Decision, Outcome};
use crate::fold::front_options;
use front::{Extraction, Region};
use scop::ArrayId;
use source::{Flags, SourceFile, Unit};

/// The folded text is not what it should be: a fault in Pleat, never in the user's file.
#[derive(Debug, thiserror::Error)]
pub enum Unsound {
    /// The preprocessor rejects it.
    #[error("the folded text cannot be preprocessed: {0}")]
    Preprocess(#[from] source::PreprocessError),
    /// It has other regions than the original.
    #[error("the folded text has other regions than the original in `{function}`")]
    Regions {
        /// The function.
        function: String,
        /// Which of its regions.
        ordinal: usize,
    },
    /// A folded array is not found again.
    #[error("`{array}` is not found again in the folded text")]
    Lost {
        /// The array.
        array: String,
        /// The function.
        function: String,
        /// Which of its regions.
        ordinal: usize,
    },
    /// A read does not find its value.
    #[error("the folded text is not equivalent in `{function}`: {mismatch}")]
    Mismatch {
        /// The function.
        function: String,
        /// Which of its regions.
        ordinal: usize,
        /// What differs.
        mismatch: check::Mismatch,
    },
}

impl Unsound {
    /// The region at fault, by function and [`Region::ordinal`], if the text merely cannot be proved:
    /// then its arrays stay. A contradiction is a fault in Pleat.
    pub(crate) fn unproved(&self) -> Option<(&str, usize)> {
        match self {
            Unsound::Regions { function, ordinal }
            | Unsound::Lost {
                function, ordinal, ..
            } => Some((function, *ordinal)),
            Unsound::Mismatch {
                function,
                ordinal,
                mismatch,
            } if !contradicts(mismatch) => Some((function, *ordinal)),
            Unsound::Mismatch { .. } | Unsound::Preprocess(_) => None,
        }
    }
}

/// Whether a read would find another value, or a subscript leaves its array. All else means that the
/// two texts were read differently.
fn contradicts(mismatch: &check::Mismatch) -> bool {
    use check::Mismatch::{LiveIn, LiveOut, OutOfBounds, Overwritten, WrongCell};
    matches!(
        mismatch,
        OutOfBounds { .. } | WrongCell { .. } | Overwritten { .. } | LiveIn { .. } | LiveOut { .. }
    )
}

/// Proves that every read of a folded array still finds the value that the original read.
pub fn verify(
    unit: &Unit,
    original: &Extraction,
    decisions: &[Decision],
    bytes: &[u8],
    flags: &Flags,
) -> Result<(), Unsound> {
    let file = SourceFile::new(unit.file.path.clone(), bytes.to_vec());
    let emitted_unit = source::preprocess(file, flags)?;
    let mut options = front_options(&emitted_unit);
    options.scalars = scalars(decisions);
    options.places = places(decisions);
    options.fixed_macros.extend(fixed_macros(decisions));
    let regions = original.regions.iter();
    let known = regions.map(|r| (r.function.clone(), r.ordinal, r.known.clone()));
    options.known = known.collect();
    let emitted = front::extract(&emitted_unit, &options);
    for (before, folded) in by_region(decisions) {
        let after = same_region(&emitted, before)?;
        let pairs = pairs(&folded, after)?;
        before.scop.ctx.start_budget(BUDGET);
        check::same_values(&before.scop, &after.scop, &pairs).map_err(|mismatch| {
            Unsound::Mismatch {
                function: before.function.clone(),
                ordinal: before.ordinal,
                mismatch,
            }
        })?;
    }
    Ok(())
}

fn is_folded(decision: &&Decision) -> bool {
    matches!(decision.outcome, Outcome::Folded(_))
}

/// The regions in which something is folded, each with its folded arrays.
fn by_region<'a, 'b>(decisions: &'b [Decision<'a>]) -> Vec<(&'a Region, Vec<&'b Decision<'a>>)> {
    let mut found: Vec<(&Region, Vec<&Decision>)> = Vec::new();
    for decision in decisions.iter().filter(is_folded) {
        match found
            .iter_mut()
            .find(|(r, _)| std::ptr::eq(*r, decision.region))
        {
            Some((_, list)) => list.push(decision),
            None => found.push((decision.region, vec![decision])),
        }
    }
    found
}

/// Macros that the original's regions took at their value: the folded text is read under the same
/// values, which it asserts.
fn fixed_macros(decisions: &[Decision]) -> Vec<String> {
    let folded = decisions.iter().filter(is_folded);
    folded
        .flat_map(|d| d.region.fixed_macros.iter().map(|m| m.name.clone()))
        .collect()
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

/// Where the folded arrays were found: function, name, region.
fn places(decisions: &[Decision]) -> Vec<(String, String, usize)> {
    let place = |d: &Decision| {
        let (region, name) = (d.region, d.candidate.spelling.clone());
        (region.function.clone(), name, region.ordinal)
    };
    let mut places: Vec<_> = decisions.iter().filter(is_folded).map(place).collect();
    places.sort();
    places.dedup();
    places
}

/// The region of the folded text with the same place among the regions of its function.
fn same_region<'a>(emitted: &'a Extraction, region: &Region) -> Result<&'a Region, Unsound> {
    let same = |r: &&Region| r.function == region.function && r.ordinal == region.ordinal;
    emitted
        .regions
        .iter()
        .find(same)
        .ok_or_else(|| Unsound::Regions {
            function: region.function.clone(),
            ordinal: region.ordinal,
        })
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
            .ok_or_else(|| Unsound::Lost {
                array: name.clone(),
                function: d.region.function.clone(),
                ordinal: d.region.ordinal,
            })
    };
    folded.iter().map(pair).collect()
}
