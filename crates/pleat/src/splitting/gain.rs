//! How many elements the fold of a text needs for one array and its parts.

use super::attempt::Text;
use super::wishes::Wish;
use crate::decide::{Outcome, decide};
use crate::display::ArrayDisplay;
use crate::engine::Trials;
use crate::functions::mark_bands;
use crate::options::Options;
use source::PreprocessError;
use std::collections::BTreeMap;

/// The elements of an array and its parts.
#[derive(Clone, Debug)]
pub(super) struct Gain {
    /// Without parts.
    pub(super) before: i64,
    /// With parts.
    pub(super) elements: i64,
    /// The values of the parameters.
    pub(super) params: BTreeMap<String, i64>,
}

/// The arrays among an array and its parts, and the number of parts that are variables: those of
/// vectors.
fn arrays(text: &Text, wish: &Wish) -> (Vec<String>, i64) {
    let pieces = text.pieces_of(&wish.array);
    let (variables, arrays): (Vec<_>, Vec<_>) = pieces.into_iter().partition(|p| p.dims == 1);
    let arrays = arrays.into_iter().map(|p| p.name);
    let names = std::iter::once(wish.array.clone()).chain(arrays);
    (names.collect(), variables.len() as i64)
}

/// The elements of an array and its parts if each is folded as is decided now: a fold may not be
/// written or proved.
pub(super) fn estimate(text: &Text, wish: &Wish, options: &Options) -> i64 {
    let (names, mut elements) = arrays(text, wish);
    let mut regions = text.version.program().extract(wish.index).regions;
    regions.iter_mut().for_each(mark_bands);
    for name in &names {
        let candidates = regions.iter().flat_map(|region| {
            let own = region.candidates.iter().filter(|c| c.spelling == *name);
            own.map(move |candidate| (region, candidate))
        });
        let own = candidates.filter_map(|(region, candidate)| {
            let display = ArrayDisplay::new(region, candidate, options);
            let decision = decide(region, candidate, options);
            match &decision.outcome {
                Outcome::Folded(choice) => {
                    let rows = choice.mapping.rows.iter();
                    display.count_with(&rows.map(|r| r.modulus.clone()).collect::<Vec<_>>())
                }
                Outcome::Kept(_) => display.count(&display.declared(&decision.extents)),
            }
        });
        elements = elements.saturating_add(own.min().unwrap_or(i64::MAX));
    }
    elements
}

/// Folds an array and its parts.
///
/// # Errors
/// Only when the text cannot be preprocessed.
pub(super) fn cells(
    text: &Text,
    wish: &Wish,
    trials: Trials<'_>,
    options: &Options,
) -> Result<Gain, PreprocessError> {
    let (names, variables) = arrays(text, wish);
    let folded = trials.fold(&text.version, &options.trial_of(names.clone()))?;
    let (mut elements, mut params) = (variables, BTreeMap::new());
    for name in &names {
        let mut arrays = folded.report.arrays.iter();
        let is_own = |f: &str| f.is_empty() || f == wish.function;
        let entry = arrays.find(|a| a.name == *name && is_own(&a.function));
        // What is not known is not smaller.
        let own = entry.and_then(|a| a.elements_after.or(a.elements_before));
        elements = elements.saturating_add(own.unwrap_or(i64::MAX));
        params.extend(entry.iter().flat_map(|a| a.params.clone()));
    }
    if folded.unsound.is_some() {
        elements = i64::MAX;
    }
    Ok(Gain {
        before: elements,
        elements,
        params,
    })
}
