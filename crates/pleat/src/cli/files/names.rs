//! The names of arrays on the command line, checked before anything is written.

use crate::cli::arguments::args::FoldArgs;
use pleat::Folded;
use std::collections::BTreeSet;

/// The error for a name in `--array` or `--keep` that no array of any file has. `None` also if a
/// file could not be read, since its arrays are unknown.
pub(crate) fn unknown(args: &FoldArgs, files: &[Option<&Folded>]) -> Option<String> {
    if args.within_cc {
        return None;
    }
    let mut arrays = BTreeSet::new();
    for folded in files {
        let folded = (*folded)?;
        let is_analysed = !folded.invalid && folded.unsound.is_none();
        arrays.extend(is_analysed.then(|| arrays_of(folded))?);
    }
    missing(flagged(&args.array, &args.fold_options.keep), &arrays)
}

/// Names with the flags that they are given by.
pub(crate) fn flagged<'a>(
    array: &'a [String],
    keep: &'a [String],
) -> impl Iterator<Item = (&'static str, &'a String)> {
    let array = array.iter().map(|name| ("--array", name));
    array.chain(keep.iter().map(|name| ("--keep", name)))
}

/// The error for the first name that no array has.
pub(crate) fn missing<'a>(
    mut wanted: impl Iterator<Item = (&'static str, &'a String)>,
    arrays: &BTreeSet<&str>,
) -> Option<String> {
    let (flag, name) = wanted.find(|(_, name)| !arrays.contains(name.as_str()))?;
    Some(format!(
        "{flag} {name}: there is no array of this name{}",
        suggestion(name, arrays)
    ))
}

/// The arrays of a file.
pub(crate) fn arrays_of(folded: &Folded) -> impl Iterator<Item = &str> {
    folded.report.arrays.iter().map(|a| a.name.as_str())
}

fn suggestion(name: &str, arrays: &BTreeSet<&str>) -> String {
    let length = name.chars().count();
    let most = (length / 3).max(1).min(length.saturating_sub(1));
    let edits = |known: &str| strsim::damerau_levenshtein(known, name);
    let near = arrays.iter().map(|known| (edits(known), known)).min();
    match near.filter(|(edits, _)| *edits <= most) {
        Some((_, near)) => format!("; did you mean `{near}`?"),
        None => String::new(),
    }
}
