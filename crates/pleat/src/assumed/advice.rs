//! Advice on arrays that stay for lack of facts: given only if the array folds with them. Otherwise
//! the reason says why it would stay even then.

use crate::facts::{Fact, state};
use crate::fold::Folded;
use crate::options::Options;
use crate::stages;
use crate::summary::Lacking;
use report::{ArrayEntry, Attention, Status};
use source::Flags;
use std::collections::BTreeSet;

/// Tries the facts that arrays lack, and adds the outcome to their reasons.
pub(super) fn add(folded: &mut Folded, flags: &Flags, options: &Options) {
    if !options.hints || options.fuse.is_some() {
        return;
    }
    let lacking = std::mem::take(&mut folded.lacking);
    let functions: BTreeSet<&String> = lacking.iter().map(|l| &l.function).collect();
    for function in functions {
        let own = lacking.iter().filter(|l| l.function == *function);
        let own: Vec<&Lacking> = own.collect();
        if let Some(trial) = trial(folded, flags, &own, options) {
            own.iter().for_each(|l| conclude(folded, l, &trial));
        }
    }
}

/// A fold of the arrays of one function with the facts that they lack.
fn trial(
    folded: &Folded,
    flags: &Flags,
    lacking: &[&Lacking],
    options: &Options,
) -> Option<Folded> {
    let facts = lacking.iter().map(|l| l.facts.parse::<Fact>().ok());
    let facts: Vec<Fact> = facts.collect::<Option<_>>()?;
    let only: BTreeSet<String> = lacking.iter().map(|l| l.function.clone()).collect();
    let stated = state(&folded.file, flags, &facts, (Some(&only), false)).ok()?;
    let is_excluded = |l: &&&Lacking| options.excludes(&l.array);
    let arrays = lacking.iter().filter(|l| !is_excluded(l));
    let options = options.trial_of(arrays.map(|l| l.array.clone()).collect());
    let is_empty = options.only.is_empty() || stated.functions.is_empty();
    match is_empty {
        true => None,
        false => stages::fold(stated.file, flags, &options).ok(),
    }
}

/// Adds the outcome of a trial to the reason of an array.
fn conclude(folded: &mut Folded, lacking: &Lacking, trial: &Folded) {
    let is_own = |a: &&ArrayEntry| a.function == lacking.function && a.name == lacking.array;
    let mut tried = trial.report.arrays.iter();
    let Some(tried) = tried.find(is_own) else {
        return;
    };
    let facts = &lacking.facts;
    let (attention, outcome) = match tried.status {
        Status::Folded => (
            Attention::NearMiss,
            format!("; it folds with `assert({facts})` in the code, or `--assume '{facts}'`"),
        ),
        Status::Kept => (
            Attention::Other,
            format!("; even then it would stay: {}", tried.detail),
        ),
    };
    let mut own = folded.report.arrays.iter_mut();
    let Some(entry) = own.find(|a| is_own(&&**a)) else {
        return;
    };
    let before = entry.detail.clone();
    entry.detail.push_str(&outcome);
    entry.attention = attention;
    let mut remarks = folded.remarks.iter_mut();
    if let Some(remark) = remarks.find(|r| r.message.ends_with(&before)) {
        remark.set_reason(&entry.detail);
        remark.attention = attention;
    }
}
