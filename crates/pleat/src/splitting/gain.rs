//! How many elements the fold of a text needs for one array and its parts.

use super::attempt::Text;
use super::wishes::Wish;
use crate::options::Options;
use crate::stages;
use source::{Flags, PreprocessError};
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

/// Folds an array and its parts.
///
/// # Errors
/// Only when the text cannot be preprocessed.
pub(super) fn cells(
    text: &Text,
    wish: &Wish,
    flags: &Flags,
    options: &Options,
) -> Result<Gain, PreprocessError> {
    let pieces = text.pieces_of(&wish.array);
    // Parts of a vector are variables.
    let (variables, arrays): (Vec<_>, Vec<_>) = pieces.into_iter().partition(|p| p.dims == 1);
    let mut names = vec![wish.array.clone()];
    names.extend(arrays.into_iter().map(|p| p.name));
    let trial = Options {
        split: false,
        ..options.trial_of(names.clone())
    };
    let folded = stages::fold(text.file(), flags, &trial)?;
    let (mut elements, mut params) = (variables.len() as i64, BTreeMap::new());
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
