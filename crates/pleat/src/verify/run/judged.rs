//! Experiments on the functions of a verification, and what they change in its verdicts.

use super::{Difference, Experiment, Outcome, experiment};
use crate::verify::verdict::{FunctionVerdict, Verdict, Verification, Witness};
use source::Flags;
use std::collections::BTreeMap;

/// Executes both versions: the whole program if both have a `main` and no function is named, else
/// each changed function, or each named one. A function whose executions differ becomes refuted.
///
/// Call it on a thread with a stack of [`crate::STACK_BYTES`].
pub fn experiments(
    found: &mut Verification,
    flags: &Flags,
    functions: &[String],
) -> Vec<Experiment> {
    let is_in_both = |f: &&FunctionVerdict| f.before.is_some() && f.after.is_some();
    let has_main = found
        .functions
        .iter()
        .filter(is_in_both)
        .any(|f| f.name == "main");
    let subjects: Vec<Option<String>> = match functions.is_empty() {
        true if has_main => vec![None],
        true => {
            let changed = |f: &&FunctionVerdict| !matches!(f.verdict, Verdict::Unchanged);
            let all = found.functions.iter().filter(is_in_both).filter(changed);
            all.map(|f| Some(f.name.clone())).collect()
        }
        false => functions.iter().cloned().map(Some).collect(),
    };
    let run =
        |name: Option<String>| experiment(&found.before, &found.after, flags, name.as_deref());
    let all: Vec<Experiment> = subjects.into_iter().map(run).collect();
    for experiment in &all {
        if let Outcome::Differ(difference) = &experiment.outcome {
            refute(found, &experiment.subject, difference);
        }
    }
    all
}

fn refute(found: &mut Verification, name: &str, difference: &Difference) {
    let mut functions = found.functions.iter_mut();
    let Some(function) = functions.find(|f| f.name == name) else {
        return;
    };
    if !matches!(function.verdict, Verdict::Refuted(_)) {
        function.verdict = Verdict::Refuted(Witness {
            message: difference.to_string(),
            params: BTreeMap::new(),
            places: Vec::new(),
        });
    }
}
