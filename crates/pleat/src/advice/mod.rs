//! Advice on arrays that stay: a change of the file or of the flags with which they fold. Advice is
//! given only after a trial: the changed file is folded, proof included.

mod change;
mod trial;

pub(crate) use change::Change;

use crate::fold::Folded;
use crate::options::Options;
use crate::text::AnalysedText;
use report::Status;
use source::Flags;
use trial::Trial;

/// Trials per file.
const MOST_TRIALS: usize = 8;

/// Adds advice to the entries and remarks of a fold.
pub(crate) fn add(folded: &mut Folded, text: &AnalysedText, flags: &Flags, options: &Options) {
    let mut trials: Vec<Trial> = Vec::new();
    for (array, changes) in folded.changes.iter().enumerate() {
        let is_kept = folded.report.arrays[array].status == Status::Kept;
        let Some(remark) = folded.remark_on(array).filter(|_| is_kept) else {
            continue;
        };
        let declared = remark.labels.first().map(|label| label.span);
        for change in changes {
            let mut known = trials.iter_mut().filter(|trial| trial.change == *change);
            match known.find(|trial| trial.takes_more()) {
                Some(trial) => trial.arrays.push(array),
                None => trials.extend(Trial::new(change, array, declared, text.user())),
            }
        }
    }
    for trial in trials.into_iter().take(MOST_TRIALS) {
        let names = trial.arrays.iter().map(|k| &folded.report.arrays[*k]);
        let found = trial.folds(&names.collect::<Vec<_>>(), text, flags, options);
        for (array, folds) in trial.arrays.iter().zip(found) {
            if folds {
                say(folded, *array, &trial.change);
            }
        }
    }
}

/// Says that an array folds with a change.
fn say(folded: &mut Folded, array: usize, change: &Change) {
    let (entry, remark) = folded.entry_and_remark(array);
    let advice = change.advice(entry);
    entry.advice.push(advice.clone());
    if let Some(remark) = remark {
        remark.notes.push(advice);
    }
    folded.silent.remove(&array);
}
