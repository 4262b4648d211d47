//! The fused text of a file: attempts that leave out what is useless, and then what is not proved.

use super::attempt::{Attempt, Without};
use super::plans::Known;
use super::request::Request;
use super::{Fused, Left, Past, interchange};
use crate::budget::PROOFS;
use crate::engine::{Claim, Fault, Proposal, Proposer, Verdicts, settle};
use crate::text::Version;
use poly::Allowance;
use source::{Flags, PreprocessError};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What is known of a file from earlier rounds.
#[derive(Default)]
pub(super) struct Memory {
    plans: Known,
    verdicts: Verdicts,
    /// What the proofs of each function took that failed.
    failed: BTreeMap<String, u64>,
    interchanges: interchange::Tried,
}

/// Fuses the loop nests of a file, as far as a request says, with what is known of it.
/// Returns the new text too.
///
/// # Errors
/// A text cannot be preprocessed.
pub(super) fn fused(
    original: &Arc<Version>,
    flags: &Flags,
    request: &Request,
    memory: &mut Memory,
) -> Result<(Fused, Arc<Version>), PreprocessError> {
    let mut fusing = Fusing {
        original,
        flags,
        without: Without::of(request),
        may_interchange: true,
        left: Left::default(),
        past: Past {
            known: std::mem::take(&mut memory.plans),
            ..Past::default()
        },
        verdicts: std::mem::take(&mut memory.verdicts),
        failed: std::mem::take(&mut memory.failed),
        interchanges: std::mem::take(&mut memory.interchanges),
        attempt: None,
        is_proved: false,
    };
    settle(&mut fusing)?;
    memory.verdicts = fusing.verdicts;
    memory.failed = fusing.failed;
    memory.interchanges = fusing.interchanges;
    let mut attempt = match fusing.attempt {
        Some(attempt) => attempt,
        None => Attempt::unchanged(original, flags, fusing.past),
    };
    memory.plans = std::mem::take(&mut attempt.past.known);
    attempt.fused(fusing.left)
}

/// Attempts to fuse the loops of a file.
struct Fusing<'f> {
    original: &'f Arc<Version>,
    flags: &'f Flags,
    without: Without,
    /// Whether loops of nests may change places.
    may_interchange: bool,
    left: Left,
    past: Past,
    verdicts: Verdicts,
    failed: BTreeMap<String, u64>,
    interchanges: interchange::Tried,
    /// The last attempt.
    attempt: Option<Attempt<'f>>,
    /// Whether it is proved.
    is_proved: bool,
}

impl<'f> Fusing<'f> {
    /// Leaves out what an attempt shows to be useless or impossible, or adds what helps. Returns
    /// whether there is any.
    fn refines(&mut self, attempt: &mut Attempt<'f>) -> Result<bool, PreprocessError> {
        // Calls that would stay because nothing is fused come first.
        if self.may_interchange && attempt.has_idle_stages()? && self.interchanges(attempt)? {
            return Ok(true);
        }
        let Fusing { without, left, .. } = self;
        if attempt.leaves_useless(without, left)? || without.distributes(&attempt.cuts) {
            return Ok(true);
        }
        if std::mem::take(&mut self.may_interchange) && self.interchanges(attempt)? {
            self.may_interchange = true;
            return Ok(true);
        }
        let Fusing { without, left, .. } = self;
        attempt.assert_taken(without)?;
        attempt.finish(without)?;
        let threaded = attempt.threaded_without_strips();
        if !threaded.is_empty() {
            for (function, reason) in threaded {
                if !attempt.parts_threads(&function, without) {
                    left.stay(without, [(function, reason)]);
                }
            }
            return Ok(true);
        }
        let moved = attempt.keep_lines(without.request.keep_lines);
        let reason = "the lines after them would get other numbers";
        let moved = moved.into_iter().map(|f| (f, reason.to_string()));
        let moved: Vec<(String, String)> = moved.collect();
        let is_moved = !moved.is_empty();
        left.stay(without, moved);
        Ok(is_moved)
    }

    /// Lets loops of nests change places if that helps. Returns whether it does.
    fn interchanges(&mut self, attempt: &mut Attempt<'f>) -> Result<bool, PreprocessError> {
        let (original, without) = (self.original, &self.without);
        let tried = &mut self.interchanges;
        let other = interchange::helpful(original, self.flags, without, attempt, tried)?;
        let helps = other.is_some();
        if let Some(other) = other {
            self.without = other;
        }
        Ok(helps)
    }
}

impl Proposer for Fusing<'_> {
    type Proposal = Proposal;
    type Fault = (String, Fault);

    fn propose(&mut self) -> Result<Option<Proposal>, PreprocessError> {
        if self.is_proved {
            return Ok(None);
        }
        let mut attempt = loop {
            let past = std::mem::take(&mut self.past);
            let mut attempt = Attempt::new(self.original, self.flags, &self.without, past)?;
            if !self.refines(&mut attempt)? {
                break attempt;
            }
            self.past = attempt.past;
        };
        let operations = self.without.request.proof_operations;
        let claim = |function: &String| {
            let asserted = self.without.asserted.get(function);
            let asserted = asserted.map_or(&[][..], Vec::as_slice);
            let failed = self.failed.get(function).copied().unwrap_or_default();
            Claim {
                allowance: Some(Allowance::new(PROOFS.saturating_sub(failed))),
                ..Claim::new(function, asserted, operations)
            }
        };
        let claims = attempt.functions.keys().map(claim).collect();
        let after = attempt.text()?;
        let mut proposal = Proposal::new(self.original, after, claims);
        proposal.unasserted.clone_from(&attempt.unasserted);
        self.attempt = Some(attempt);
        Ok(Some(proposal))
    }

    fn faults(&mut self, proposal: &mut Proposal) -> Vec<(String, Fault)> {
        let left = |proposal: &Proposal| {
            let claims = proposal.claims.iter();
            let left = |claim: &Claim| claim.allowance.as_ref().map_or(0, Allowance::left);
            claims.map(left).collect::<Vec<u64>>()
        };
        let before = left(proposal);
        let (flags, apart) = (self.flags, &self.without.request.apart);
        let verdicts = &mut self.verdicts;
        let prove = |_: &mut Attempt<'_>| proposal.faults(flags, apart, verdicts);
        let attempt = self.attempt.as_mut();
        let faults = attempt.map_or_else(Vec::new, |own| own.pass(|t| &mut t.prove, prove));
        let taken = before.into_iter().zip(left(proposal));
        for (claim, (before, after)) in proposal.claims.iter().zip(taken) {
            if faults
                .iter()
                .any(|(function, _)| *function == claim.function)
            {
                *self.failed.entry(claim.function.clone()).or_default() += before - after;
            }
        }
        faults
    }

    fn accept(&mut self, mut proposal: Proposal) -> Result<(), PreprocessError> {
        self.is_proved = true;
        let functions = self.attempt.iter_mut().flat_map(|a| &mut a.functions);
        for (function, plan) in functions {
            let assumed = proposal.assumed.remove(function).unwrap_or_default();
            for fused in &mut plan.loops {
                fused.assumed.clone_from(&assumed);
            }
        }
        Ok(())
    }

    fn retreat(
        &mut self,
        _: Proposal,
        faults: Vec<(String, Fault)>,
    ) -> Result<(), PreprocessError> {
        let Some(mut attempt) = self.attempt.take() else {
            return Ok(());
        };
        let callers = attempt.callers(&faults)?;
        for (function, fault) in faults {
            if !callers.contains(&function) {
                attempt.blame(function, fault, &mut self.without, &mut self.left)?;
            }
        }
        self.past = attempt.past;
        Ok(())
    }
}
