//! Folds of arrays that stay because of lines that `#if` leaves out: the file is folded in each
//! configuration that the conditionals around them allow, and all folds are written into one text.
//!
//! That text is accepted if each configuration of it has the tokens of the fold that was proved in
//! that configuration.

mod merge;
mod plan;

use crate::contract::contracted;
use crate::folded::Folded;
use crate::options::Options;
use crate::text::AnalysedText;
use merge::merged;
use plan::{Conditions, Configuration, configurations};
use report::{ArrayEntry, Remark, Status};
use source::{Flags, SourceFile, Span, same_program};

/// The reasons of arrays that another configuration may use.
const REASONS: [&str; 4] = [
    "in-macro",
    "in-skipped-lines",
    "depends-on-configuration",
    "other-macro",
];

/// Sets of macros that are tried.
const MOST_GROUPS: usize = 8;

/// Rounds in which arrays that cannot be folded in all configurations are left out.
const MOST_ROUNDS: usize = 3;

/// Folds the arrays that stay only because of other configurations, if they fold alike in all of
/// them.
pub(crate) fn add(folded: &mut Folded, text: &AnalysedText, flags: &Flags, options: &Options) {
    if folded.unsound.is_some() {
        return;
    }
    let file = &text.user().file;
    let mut groups: Vec<(Conditions, Vec<usize>)> = Vec::new();
    for (k, array) in folded.report.arrays.iter().enumerate() {
        let Some(declared) = blocked(array, folded.remarks.get(k)) else {
            continue;
        };
        let Some(conditions) = Conditions::of(file, &array.name, declared) else {
            continue;
        };
        match groups
            .iter_mut()
            .find_map(|(of, all)| of.unite(&conditions).then_some(all))
        {
            Some(arrays) => arrays.push(k),
            None => groups.push((conditions, vec![k])),
        }
    }
    for (conditions, arrays) in groups.into_iter().take(MOST_GROUPS) {
        if let Some(configurations) = configurations(file, &conditions, flags) {
            fold_alike(folded, arrays, &configurations, options);
        }
    }
}

/// Where an array is declared, if it stays because of other configurations.
fn blocked(array: &ArrayEntry, remark: Option<&Remark>) -> Option<Span> {
    let reason = array
        .reason
        .as_deref()
        .filter(|_| array.status == Status::Kept);
    reason.filter(|reason| REASONS.contains(reason))?;
    Some(remark?.labels.first()?.span)
}

/// Folds those of some arrays that fold alike in all configurations.
fn fold_alike(
    folded: &mut Folded,
    mut wanted: Vec<usize>,
    configurations: &[Configuration],
    options: &Options,
) {
    for _ in 0..MOST_ROUNDS {
        let file = SourceFile::new(folded.file.path.clone(), folded.bytes.clone());
        let arrays = wanted.iter().map(|k| &folded.report.arrays[*k]);
        let arrays: Vec<&ArrayEntry> = arrays.collect();
        let stays = match fold_all(&file, &arrays, configurations, options) {
            Ok((bytes, entries)) => {
                folded.bytes = bytes;
                for (k, entry) in wanted.into_iter().zip(entries) {
                    replace(folded, k, entry);
                }
                return;
            }
            Err(stays) => stays,
        };
        let mut left = Vec::new();
        for (k, why) in wanted.iter().zip(stays) {
            match why {
                None => left.push(*k),
                Some(Stays::Anyway(entry)) => replace(folded, *k, *entry),
                Some(Stays::Otherwise(why)) => explain(folded, *k, &why),
            }
        }
        if left.is_empty() || left.len() == wanted.len() {
            return;
        }
        wanted = left;
    }
}

/// Why an array stays although all configurations were tried.
#[derive(Clone)]
enum Stays {
    /// It stays in the user's configuration, too, with this entry.
    Anyway(Box<ArrayEntry>),
    /// Another configuration or the proof is against it.
    Otherwise(String),
}

/// A text for all configurations, and what became of the arrays.
type Merged = (Vec<u8>, Vec<ArrayEntry>);

/// The text in which the arrays are folded in all configurations, and their entries in the first
/// one; or why each of them stays.
fn fold_all(
    file: &SourceFile,
    arrays: &[&ArrayEntry],
    configurations: &[Configuration],
    options: &Options,
) -> Result<Merged, Vec<Option<Stays>>> {
    let options = Options {
        only: arrays.iter().map(|array| array.name.clone()).collect(),
        ..options.clone()
    };
    let mut folds = Vec::new();
    for configuration in configurations {
        let flags = &configuration.flags;
        let Ok(text) = configuration.text.again(file.bytes.clone(), flags) else {
            let why = format!("it cannot be read {}", configuration.name);
            return Err(vec![Some(Stays::Otherwise(why)); arrays.len()]);
        };
        let (folded, _) = contracted(text, flags, &options);
        let arrays = arrays.iter();
        let stays = arrays.map(|array| why_it_stays(array, &folded, configuration));
        let stays: Vec<Option<Stays>> = stays.collect();
        if stays.iter().any(Option::is_some) {
            return Err(stays);
        }
        folds.push(folded);
    }
    let texts: Vec<&[u8]> = folds.iter().map(|folded| folded.bytes.as_slice()).collect();
    let joint = joint(file, &texts, configurations);
    let entries = arrays.iter().map(|array| found(array, &folds[0]).cloned());
    let entries: Option<Vec<ArrayEntry>> = entries.collect();
    let differ =
        |array: &&ArrayEntry| Some(Stays::Otherwise(difference(array, &folds, configurations)));
    let result = joint.zip(entries);
    result.ok_or_else(|| arrays.iter().map(differ).collect())
}

/// The changes of all texts, if each configuration of the result has the tokens of its own text.
fn joint(file: &SourceFile, texts: &[&[u8]], configurations: &[Configuration]) -> Option<Vec<u8>> {
    let bytes = merged(&file.bytes, texts)?;
    for (configuration, own) in configurations.iter().zip(texts) {
        let (text, flags) = (&configuration.text, &configuration.flags);
        let read = |bytes: &[u8]| text.again(bytes.to_vec(), flags).ok();
        let new = SourceFile::new(file.path.clone(), bytes.as_slice());
        let is_as_read = source::is_as_read(text.unit(), new, flags);
        if !is_as_read.ok()? || !same_program(read(&bytes)?.unit(), read(own)?.unit()) {
            return None;
        }
    }
    Some(bytes)
}

/// Why an array is not folded in a configuration that has it.
fn why_it_stays(
    array: &ArrayEntry,
    folded: &Folded,
    configuration: &Configuration,
) -> Option<Stays> {
    let name = &configuration.name;
    let entry = found(array, folded);
    if folded.unsound.is_some() || (entry.is_none() && configuration.is_first) {
        return Some(Stays::Otherwise(format!("its fold is not proved {name}")));
    }
    let entry = entry.filter(|entry| entry.status == Status::Kept)?;
    Some(match configuration.is_first {
        true => Stays::Anyway(Box::new(entry.clone())),
        false => Stays::Otherwise(format!("{name}, {}", entry.detail)),
    })
}

/// ``its folds differ: `n` elements in this configuration, `2*n` with `-DFAST` ``
fn difference(array: &ArrayEntry, folds: &[Folded], configurations: &[Configuration]) -> String {
    let sizes = folds
        .iter()
        .zip(configurations)
        .filter_map(|(folded, configuration)| {
            let size = found(array, folded)?.size_after.clone()?;
            Some((size, configuration.name.clone()))
        });
    let mut shown: Vec<(String, String)> = Vec::new();
    for (size, name) in sizes {
        if !shown.iter().any(|(known, _)| *known == size) {
            shown.push((size, name));
        }
    }
    let list: Vec<String> = shown
        .iter()
        .map(|(size, name)| format!("{size} {name}"))
        .collect();
    match shown.len() {
        0 | 1 => "its folds in the configurations cannot be written as one text".to_string(),
        _ => format!(
            "its folds have different numbers of elements: {}",
            list.join(", ")
        ),
    }
}

/// The entry of an array in another fold of the file.
fn found<'f>(array: &ArrayEntry, folded: &'f Folded) -> Option<&'f ArrayEntry> {
    let mut all = folded.report.arrays.iter();
    all.find(|a| {
        a.name == array.name && (array.function.is_empty() || a.function == array.function)
    })
}

/// Reports what became of an array in the user's configuration.
fn replace(folded: &mut Folded, k: usize, entry: ArrayEntry) {
    let old = &mut folded.report.arrays[k];
    *old = ArrayEntry {
        line: old.line,
        column: old.column,
        ..entry
    };
    if let Some(old_remark) = folded.remarks.get_mut(k) {
        let declared = old_remark.labels.first().map(|label| label.span);
        *old_remark = Remark::of(old, declared, None);
    }
    folded.changes[k].clear();
}

/// Adds to a reason what another configuration has against the fold.
fn explain(folded: &mut Folded, k: usize, why: &str) {
    let detail = format!("{}; {why}", folded.report.arrays[k].detail);
    folded.set_detail(k, detail);
}
