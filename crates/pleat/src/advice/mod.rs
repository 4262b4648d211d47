//! Advice on arrays that stay: a change of the file or of the flags with which they fold; and on
//! folded ones whose old storage stays. Advice is given only after a trial: the changed file is
//! folded, proof included.

mod configurations;
mod pass;
mod trial;

pub(crate) use pass::ADVISE;

use crate::folded::Folded;
use crate::options::Options;
use crate::reason::Change;
use crate::text::AnalysedText;
use report::{Attention, Status};
use source::Flags;
use trial::Trial;

/// Trials per file.
const MOST_TRIALS: usize = 8;

/// Arrays in all trials of a file: a fold with advice takes about as long as that of so many arrays
/// more.
const MOST_ARRAYS: usize = 12;

/// Adds advice to the entries and remarks of a fold.
fn add(folded: &mut Folded, text: &AnalysedText, flags: &Flags, options: &Options) {
    let mut trials: Vec<Trial> = Vec::new();
    let mut left = MOST_ARRAYS;
    let remarks = folded.remarks.iter().enumerate();
    for ((array, remark), changes) in remarks.zip(&folded.changes) {
        let is_kept = folded.report.arrays[array].status == Status::Kept;
        let declared = remark.labels.first().map(|label| label.span);
        let is_for_it = |change: &&Change| is_kept != (**change == Change::DropUnused);
        for change in changes.iter().filter(is_for_it) {
            if left == 0 || trials.len() == MOST_TRIALS {
                break;
            }
            let mut known = trials.iter_mut().filter(|trial| trial.change == *change);
            match known.find(|trial| trial.takes_more()) {
                Some(trial) => trial.arrays.push(array),
                None => trials.extend(Trial::new(change, array, declared, text.user())),
            }
            left -= 1;
        }
    }
    for trial in trials {
        let names = trial.arrays.iter().map(|k| &folded.report.arrays[*k]);
        let found = trial.folds(&names.collect::<Vec<_>>(), text, flags, options);
        for (array, found) in trial.arrays.iter().zip(found) {
            if let Some(found) = found {
                folded.report.arrays[*array].advised(&found);
                say(folded, *array, &trial.change);
            }
        }
    }
}

/// Says that an array folds with a change.
fn say(folded: &mut Folded, array: usize, change: &Change) {
    let advice = change.advice(&folded.report.arrays[array]);
    folded.report.arrays[array].advice.push(advice.clone());
    if *change == Change::DropUnused {
        return folded.say_sizes(array);
    }
    folded.set_attention(array, Attention::NearMiss);
    let detail = &folded.report.arrays[array].detail;
    if let Some(remark) = folded.remarks.get_mut(array) {
        if let Some(common) = &mut remark.common {
            common.add_advice(&advice, detail);
        }
        remark.notes.push(advice);
    }
}
