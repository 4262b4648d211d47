//! Advice on arrays that stay for lack of facts, and on loops that are not fused for lack of them:
//! given only after a fold with these facts. If it does not help, the reason says why they would
//! stay even then.

use crate::engine::{Trials, facts};
use crate::fact::Fact;
use crate::facts::state;
use crate::folded::Folded;
use crate::options::Options;
use crate::reason::Lacking;
use crate::text::Version;
use affine::{LargerSize, Unknown};
use report::{ArrayEntry, Attention, Remark, Status};
use std::collections::BTreeSet;

/// Functions of a file whose loops are tried with facts: the first ones.
const MOST_FUNCTIONS: usize = 4;
/// How often a function may need another size, or a larger one.
const MOST_TRIALS: usize = 4;

/// Tries the facts that arrays or loops lack, and adds the outcome to their reasons.
pub(super) fn add(folded: &mut Folded, original: &Version, trials: Trials<'_>, options: &Options) {
    match (options.hints, options.fuse) {
        (false, _) => {}
        (true, Some(_)) => on_loops(folded, original, trials, options),
        (true, None) => on_arrays(folded, original, trials, options),
    }
}

/// Advice on loops of functions that are understood only where a size is larger.
fn on_loops(folded: &mut Folded, original: &Version, trials: Trials<'_>, options: &Options) {
    let unknown = std::mem::take(&mut folded.unknown);
    for (function, why) in unknown.iter().take(MOST_FUNCTIONS) {
        let Some((facts, trial)) = larger(original, trials, (function, why), options) else {
            continue;
        };
        let Some(fusion) = &trial.report.fusion else {
            continue;
        };
        let note = match fusion.loops.iter().any(|l| l.function == *function) {
            true => format!("with `--assume '{facts}'` they are fused"),
            false => {
                let mut apart = fusion.not_fused.iter();
                let Some(apart) = apart.find(|apart| apart.function == *function) else {
                    continue;
                };
                let reason = &apart.reason;
                format!("with `--assume '{facts}'` they would stay, too: {reason}")
            }
        };
        let is_own = |r: &&mut Remark| {
            r.message.ends_with(&why.reason) && r.labels.iter().any(|l| l.span == why.at)
        };
        if let Some(remark) = folded.remarks.iter_mut().find(is_own) {
            remark.notes.push(note);
        }
    }
}

/// The facts that a function lacks, and a fold with them.
fn larger(
    original: &Version,
    trials: Trials<'_>,
    (function, why): (&String, &Unknown),
    options: &Options,
) -> Option<(String, Folded)> {
    let only = BTreeSet::from([function.clone()]);
    let options = Options {
        within: Some(function.clone()),
        ..options.clone()
    };
    let mut sizes = vec![why.lacks.clone()?];
    for _ in 0..MOST_TRIALS {
        let which = (Some(&only), false);
        let stated = state(original, trials.flags, &facts(&sizes), which).ok()?;
        let trial = trials.fold(&stated.text, &options).ok()?;
        let mut unknown = trial.unknown.iter();
        match unknown.find(|(name, _)| name == function) {
            Some((_, why)) => why.lacks.clone()?.add_to(&mut sizes),
            None => {
                let texts: Vec<String> = sizes.iter().map(LargerSize::text).collect();
                return Some((texts.join(" && "), trial));
            }
        }
    }
    None
}

/// Advice on arrays.
fn on_arrays(folded: &mut Folded, original: &Version, trials: Trials<'_>, options: &Options) {
    let lacking = std::mem::take(&mut folded.lacking);
    let functions: BTreeSet<&String> = lacking.iter().map(|l| &l.function).collect();
    for function in functions {
        let own = lacking.iter().filter(|l| l.function == *function);
        let own: Vec<&Lacking> = own.collect();
        if let Some(trial) = trial(original, trials, &own, options) {
            own.iter().for_each(|l| conclude(folded, l, &trial));
        }
    }
}

/// A fold of the arrays of one function with the facts that they lack.
fn trial(
    original: &Version,
    trials: Trials<'_>,
    lacking: &[&Lacking],
    options: &Options,
) -> Option<Folded> {
    let facts = lacking.iter().map(|l| l.facts.parse::<Fact>().ok());
    let facts: Vec<Fact> = facts.collect::<Option<_>>()?;
    let only: BTreeSet<String> = lacking.iter().map(|l| l.function.clone()).collect();
    let stated = state(original, trials.flags, &facts, (Some(&only), false)).ok()?;
    let is_excluded = |l: &&&Lacking| options.excludes(&l.function, &l.array);
    let arrays = lacking.iter().filter(|l| !is_excluded(l));
    let options = options.trial_of(arrays.map(|l| l.array.clone()).collect());
    let is_empty = options.only.is_empty() || stated.functions.is_empty();
    match is_empty {
        true => None,
        false => trials.fold(&stated.text, &options).ok(),
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
