//! Folds of arrays that stay because of lines that `#if` leaves out: the file is folded in each
//! configuration that the conditionals around them allow, and all folds are written into one text.
//!
//! That text is accepted if each configuration of it has the tokens of the fold that was proved in
//! that configuration.

mod merge;
mod plan;

use crate::fold::{Folded, fold_text};
use crate::options::Options;
use crate::text::AnalysedText;
use merge::merged;
use plan::{Configuration, configurations};
use report::{ArrayEntry, Status, remark};
use source::{Flags, SourceFile, same_program};

/// The reasons of arrays that another configuration may use.
const REASONS: [&str; 3] = [
    "in-skipped-lines",
    "depends-on-configuration",
    "other-macro",
];

/// Rounds in which arrays that cannot be folded in all configurations are left out.
const MOST_ROUNDS: usize = 3;

/// Folds the arrays that stay only because of other configurations, if they fold alike in all of
/// them.
pub(crate) fn add(folded: &mut Folded, text: &AnalysedText, flags: &Flags, options: &Options) {
    let arrays = folded.report.arrays.iter().enumerate();
    let is_blocked = |array: &ArrayEntry| {
        let reason = array.reason.as_deref();
        array.status == Status::Kept && reason.is_some_and(|reason| REASONS.contains(&reason))
    };
    let mut wanted: Vec<usize> = arrays
        .filter(|(_, a)| is_blocked(a))
        .map(|(k, _)| k)
        .collect();
    if wanted.is_empty() || folded.unsound.is_some() {
        return;
    }
    let names: Vec<&str> = { wanted.iter() }
        .map(|k| folded.report.arrays[*k].name.as_str())
        .collect();
    let Some(configurations) = configurations(&text.user().file, &names, flags) else {
        return;
    };
    for _ in 0..MOST_ROUNDS {
        let file = SourceFile::new(folded.file.path.clone(), folded.bytes.clone());
        let arrays = wanted.iter().map(|k| &folded.report.arrays[*k]);
        match fold_all(&file, &arrays.collect::<Vec<_>>(), &configurations, options) {
            Ok((bytes, entries)) => {
                folded.bytes = bytes;
                for (k, entry) in wanted.into_iter().zip(entries) {
                    accept(folded, k, entry);
                }
                return;
            }
            Err(stays) => {
                for (k, why) in wanted.iter().zip(&stays) {
                    if let Some(why) = why {
                        explain(folded, *k, why);
                    }
                }
                let all = wanted.len();
                let mut stays = stays.iter();
                wanted.retain(|_| stays.next().is_some_and(Option::is_none));
                if wanted.is_empty() || wanted.len() == all {
                    return;
                }
            }
        }
    }
}

/// The text in which the arrays are folded in all configurations, and their entries in the first
/// one; or why each of them stays.
fn fold_all(
    file: &SourceFile,
    arrays: &[&ArrayEntry],
    configurations: &[Configuration],
    options: &Options,
) -> Result<(Vec<u8>, Vec<ArrayEntry>), Vec<Option<String>>> {
    let options = Options {
        only: arrays.iter().map(|array| array.name.clone()).collect(),
        ..options.clone()
    };
    let all = |why: String| vec![Some(why); arrays.len()];
    let mut folds = Vec::new();
    for configuration in configurations {
        let unit = source::preprocess(file.clone(), &configuration.flags);
        let unit = unit.map_err(|_| all(format!("{} does not compile", configuration.name)))?;
        let (folded, _) = fold_text((unit, None), &configuration.flags, &options);
        let stays: Vec<Option<String>> = { arrays.iter() }
            .map(|array| why_it_stays(array, &folded, configuration))
            .collect();
        if stays.iter().any(Option::is_some) {
            return Err(stays);
        }
        folds.push(folded);
    }
    let differ = || all("configurations would need different text".to_string());
    let texts: Vec<&[u8]> = folds.iter().map(|folded| folded.bytes.as_slice()).collect();
    let bytes = merged(&file.bytes, &texts).ok_or_else(differ)?;
    for (configuration, own) in configurations.iter().zip(&texts) {
        let unit = |bytes: &[u8]| {
            let file = SourceFile::new(file.path.clone(), bytes.to_vec());
            source::preprocess(file, &configuration.flags).ok()
        };
        let (Some(joint), Some(own)) = (unit(&bytes), unit(own)) else {
            return Err(differ());
        };
        if !same_program(&joint, &own) {
            return Err(differ());
        }
    }
    let first = folds.swap_remove(0);
    let entries = arrays.iter().map(|array| found(array, &first).cloned());
    entries
        .collect::<Option<Vec<_>>>()
        .map(|entries| (bytes, entries))
        .ok_or_else(differ)
}

/// Why an array is not folded in a configuration that has it.
fn why_it_stays(
    array: &ArrayEntry,
    folded: &Folded,
    configuration: &Configuration,
) -> Option<String> {
    if folded.unsound.is_some() {
        return Some(format!("{} is not proved", configuration.name));
    }
    let entry = match found(array, folded) {
        Some(entry) => entry,
        None if configuration.is_first => return Some("it is not found again".to_string()),
        None => return None,
    };
    (entry.status == Status::Kept).then(|| format!("{}: {}", configuration.name, entry.detail))
}

/// The entry of an array in another fold of the file.
fn found<'f>(array: &ArrayEntry, folded: &'f Folded) -> Option<&'f ArrayEntry> {
    let mut all = folded.report.arrays.iter();
    all.find(|a| {
        a.name == array.name && (array.function.is_empty() || a.function == array.function)
    })
}

/// Reports an array as folded.
fn accept(folded: &mut Folded, k: usize, entry: ArrayEntry) {
    let old = &mut folded.report.arrays[k];
    *old = ArrayEntry {
        line: old.line,
        ..entry
    };
    folded.changes[k].clear();
    if let Some(old_remark) = folded.remarks.get_mut(k) {
        let declared = old_remark.labels.first().map(|label| label.span);
        *old_remark = remark(old, declared, None);
    }
}

/// Adds to a reason what another configuration has against the fold.
fn explain(folded: &mut Folded, k: usize, why: &str) {
    let entry = &mut folded.report.arrays[k];
    entry.detail = format!("{}; {why}", entry.detail);
    if let Some(remark) = folded.remarks.get_mut(k) {
        remark.message = format!("`{}` stays as it is: {}", entry.name, entry.detail);
    }
}
