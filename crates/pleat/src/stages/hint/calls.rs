//! What fusion gives to the arrays that functions pass to their stages: the fused fold of these
//! functions is made, proof included.

use super::{folded_entry, fused, sizes};
use crate::fold::Folded;
use crate::options::Options;
use crate::text::Version;
use front::Program;
use report::{ArrayEntry, Attention, Status};
use source::Flags;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Functions of a file for which the fused fold is made: the first ones.
const MOST_FUNCTIONS: usize = 4;

/// The reasons of arrays that stages use.
const REASONS: [&str; 2] = ["address-escapes", "struct-member"];

/// Adds to the remarks of a fold what fusion gives.
pub(super) fn add(folded: &mut Folded, original: &Arc<Version>, flags: &Flags, options: &Options) {
    let of_stages: Vec<usize> = (0..folded.report.arrays.len())
        .filter(|k| is_used_by_stages(&folded.report.arrays[*k]))
        .collect();
    if of_stages.is_empty() {
        return;
    }
    let functions = { of_stages.iter() }.map(|k| folded.report.arrays[*k].function.as_str());
    let callers = callers(original.program(), functions.collect());
    let is_own = |k: &usize| callers.contains(&folded.report.arrays[*k].function);
    let tried: Vec<usize> = of_stages.into_iter().filter(is_own).collect();
    if tried.is_empty() {
        return;
    }
    let entries = tried.iter().map(|k| &folded.report.arrays[*k]);
    let names = entries.clone().map(own_name);
    let functions = entries.map(|a| a.function.clone());
    let names = names.collect();
    let Some(fused) = fused(functions.collect(), names, original, flags, options) else {
        return;
    };
    for k in tried {
        let entry = &folded.report.arrays[k];
        if let Some(found) = folded_entry(&fused, entry) {
            let keeps = sizes(entry, found);
            folded.report.arrays[k].advised(found);
            say(folded, k, &keeps);
        }
    }
}

fn is_used_by_stages(entry: &ArrayEntry) -> bool {
    let reason = entry.reason.as_deref();
    entry.status == Status::Kept && reason.is_some_and(|reason| REASONS.contains(&reason))
}

/// The functions among these that call stages, as many as are tried.
fn callers(front: &Program<'_>, functions: BTreeSet<&str>) -> BTreeSet<String> {
    let contents = front.contents();
    let stages = fuse::Stages::of(contents);
    let calls = |name: &&str| fuse::stages_inlined(contents, &stages, name).calls.len() > 1;
    let all = front.functions().filter(|name| functions.contains(*name));
    let callers = all.filter(calls).take(MOST_FUNCTIONS);
    callers.map(str::to_string).collect()
}

/// The name of an array after members of structures have become objects.
fn own_name(entry: &ArrayEntry) -> String {
    entry.name.replace("->", "_").replace('.', "_")
}

/// Says what fusion gives in the entry and the remark of an array.
fn say(folded: &mut Folded, k: usize, keeps: &str) {
    let reason = "its stages follow each other, so all of it is alive between them";
    folded.set_detail(k, format!("{reason}; `--fuse` keeps {keeps}"));
    folded.set_attention(k, Attention::NearMiss);
    let advice = "it folds with `--fuse`".to_string();
    folded.report.arrays[k].advice.push(advice);
    let common = folded.remarks.get_mut(k).and_then(|r| r.common.as_mut());
    if let Some(common) = common {
        common.clause = "all of each is alive between stages that `--fuse` joins".to_string();
        common.own = keeps.to_string();
    }
}
