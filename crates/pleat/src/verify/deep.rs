//! The verdicts on functions that the fast proof leaves open, and on their callers.

use super::outside::words;
use super::search;
use super::verdict::{FunctionVerdict, Reason, Verdict};
use super::whole::{self, Programs};
use crate::text::{AnalysedText, front_options};
use front::Program;
use std::collections::BTreeSet;

/// Judges the functions that are unknown so far.
pub(super) fn decide(
    (first, second): (&AnalysedText, &AnalysedText),
    all: &mut Vec<FunctionVerdict>,
) {
    let is_open = |f: &FunctionVerdict| matches!(f.verdict, Verdict::Unknown(_));
    let options = [first, second].map(|text| front_options(text.unit()));
    let before = Program::new(first.unit(), first.syntax(), &options[0]);
    let after = Program::new(second.unit(), second.syntax(), &options[1]);
    let mut seen_whole = BTreeSet::new();
    if all.iter().any(is_open) {
        let lowered = [&before, &after].map(|text| program::lower(text.contents()));
        let programs = Programs {
            before: &lowered[0],
            after: &lowered[1],
        };
        for function in all.iter_mut().filter(|f| f.after.is_some() && is_open(f)) {
            match whole::prove(programs, &function.name) {
                Ok(holds) => {
                    function.verdict = Verdict::Proved(holds);
                    seen_whole.insert(function.name.clone());
                }
                Err(reason) => {
                    let units = (first.unit(), second.unit());
                    function.verdict = match search::refute(programs, units, &function.name) {
                        Ok(witness) => Verdict::Refuted(witness),
                        Err(_) => Verdict::Unknown(reason),
                    };
                }
            }
        }
    }
    forget_helpers([&before, &after], &seen_whole, all);
    distrust_callers(&after, &seen_whole, all);
}

/// Removes the verdicts on static functions that only functions proved as a whole call: what they
/// do is a part of those proofs.
fn forget_helpers(
    texts: [&Program<'_>; 2],
    seen_whole: &BTreeSet<String>,
    all: &mut Vec<FunctionVerdict>,
) {
    let is_helper = |name: &str| {
        texts.iter().all(|text| {
            let file = &text.contents().file;
            let is_static = file
                .definition(name)
                .is_none_or(|at| file.functions[at].is_static);
            is_static && callers(text, name).all(|caller| seen_whole.contains(caller))
        })
    };
    all.retain(|f| f.verdict.is_proved() || !is_helper(&f.name));
}

/// The other functions of a file that name a function.
fn callers<'p>(text: &'p Program<'_>, name: &str) -> impl Iterator<Item = &'p str> {
    let functions = text.functions().enumerate();
    functions.filter_map(move |(index, caller)| {
        let mut words = words(text.unit(), text.range(index)?);
        (caller != name && words.any(|word| word == name)).then_some(caller)
    })
}

/// A function computes the same only if all functions that it calls do, unless they were seen as
/// parts of it.
fn distrust_callers(
    after: &Program<'_>,
    seen_whole: &BTreeSet<String>,
    all: &mut [FunctionVerdict],
) {
    loop {
        let is_open = |f: &&FunctionVerdict| !f.verdict.is_proved();
        let open: BTreeSet<String> = all.iter().filter(is_open).map(|f| f.name.clone()).collect();
        let mut changed = false;
        let trusting = all.iter_mut().filter(|f| f.verdict.is_proved());
        for function in trusting.filter(|f| !seen_whole.contains(&f.name)) {
            if let Some(callee) = callee(after, &function.name, &open) {
                let message = format!("it calls `{callee}`, which is not proved");
                function.verdict = Verdict::Unknown(Reason::new(message));
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

/// One of these functions that a function of the second file names.
fn callee(after: &Program<'_>, name: &str, open: &BTreeSet<String>) -> Option<String> {
    let index = after.functions().position(|f| f == name)?;
    let words = words(after.unit(), after.range(index)?);
    let mut others = words.filter(|word| *word != name);
    others.find(|word| open.contains(*word)).map(str::to_string)
}
