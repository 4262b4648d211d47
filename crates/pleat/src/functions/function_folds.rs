//! One function: its regions and the decisions about their candidates. Its sets belong to the
//! thread that made it.

use super::candidate::{CandidateId, Decided, Position, Unproved, WrittenArray};
use super::shared_parameters::SharedParameters;
use crate::budget::{ARRAY, RegionBudget};
use crate::decide::{Decision, Outcome, decide_once};
use crate::memo::Memo;
use crate::options::Options;
use crate::proof::FoldedRegion;
use crate::reason::Reason;
use crate::text::Hints;
use crate::timings::{Timings, timed};
use emit::Care;
use front::{Extraction, Home, Original, Program, Region};
use scop::Order;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use storage::{Assumption, Choice};

/// A function with its regions and the decisions about their candidates.
pub(crate) struct FunctionFolds {
    pub(super) extraction: Extraction,
    /// How long the extraction took.
    extraction_time: Duration,
    /// By region, then by candidate.
    pub(super) decisions: Vec<Vec<Decision>>,
    /// What the folded text makes of each candidate that has one.
    pub(super) written: BTreeMap<Position, WrittenArray>,
    /// Parameters that must not be removed.
    pub(super) kept_parameters: BTreeSet<Position>,
    /// By region.
    pub(super) may_use: Vec<LoopForms>,
    /// How new sums are kept from overflowing; plain sums without an entry.
    pub(super) care: BTreeMap<Position, Care>,
    pub(super) options: Options,
    /// The folds that are left out to find the cause of failed proofs.
    suspended: Vec<Suspended>,
}

/// A fold that is left out to find the cause of a failed proof.
#[derive(Clone)]
struct Suspended {
    at: Position,
    /// The ordinal of its region.
    ordinal: usize,
    choice: Choice,
    /// The reason of the failed proof.
    reason: Reason,
}

/// The forms of loops that the folds of a region may use. They need the order of the program, and
/// the region loses them if its folds cannot be proved with them.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoopForms {
    /// Windows that are shifted at the end of each iteration.
    pub(super) windows: bool,
    /// Names of remainders by a parameter.
    pub(super) remainder_names: bool,
}

/// Finds the loops of a region that may be tiled.
pub(crate) fn mark_bands(region: &mut Region) {
    region.scop.ctx.start_budget(ARRAY);
    // If it exceeds the budget, only the stated bands are marked: less is reordered.
    for scop in std::iter::once(&mut region.scop).chain(&mut region.narrowed) {
        let _ = lifetime::mark_bands(scop);
    }
}

impl FunctionFolds {
    /// Extracts a function and decides about its candidates.
    pub(super) fn new(
        program: &Program<'_>,
        function: usize,
        options: &Options,
        decisions: &Memo<Decision>,
    ) -> Self {
        let mut extraction_time = Duration::ZERO;
        let mut extraction = timed(&mut extraction_time, || program.extract(function));
        if options.order == Some(Order::Tilable) {
            extraction.regions.iter_mut().for_each(mark_bands);
        }
        let decide_all = |region: &Region| {
            let budget = RegionBudget::new();
            let decide = |c| blamed(region, decide_once(region, c, options, decisions, &budget));
            region.candidates.iter().map(decide).collect()
        };
        let loop_forms = |region: &Region| {
            let is_sequential = options.order_of(&region.scop) == Order::Sequential;
            LoopForms {
                windows: is_sequential,
                remainder_names: is_sequential,
            }
        };
        FunctionFolds {
            may_use: extraction.regions.iter().map(loop_forms).collect(),
            decisions: extraction.regions.iter().map(decide_all).collect(),
            extraction,
            extraction_time,
            written: BTreeMap::new(),
            kept_parameters: BTreeSet::new(),
            care: BTreeMap::new(),
            options: options.clone(),
            suspended: Vec::new(),
        }
    }

    /// The regions of the function, and the arrays that the front end keeps.
    pub(crate) fn extraction(&self) -> &Extraction {
        &self.extraction
    }

    /// Stops the clocks of its sets, which may be idle for a long time.
    pub(super) fn stop_clocks(&self) {
        for region in &self.extraction.regions {
            region.scop.ctx.start_budget(0);
        }
    }

    /// How long extraction and decisions took.
    pub(crate) fn timings(&self) -> Timings {
        Timings {
            parse: self.extraction_time,
            analysis: self.decided().map(|d| d.decision.analysis).sum(),
            mapping: self.decided().map(|d| d.decision.mapping).sum(),
            ..Timings::default()
        }
    }

    /// All candidates in order.
    pub(crate) fn decided(&self) -> impl Iterator<Item = Decided<'_>> {
        let regions = self.extraction.regions.iter().zip(&self.decisions);
        regions
            .enumerate()
            .flat_map(move |(r, (region, decisions))| {
                let candidates = region.candidates.iter().zip(decisions).enumerate();
                candidates.map(move |(c, (candidate, decision))| {
                    let position = Position {
                        region: r,
                        candidate: c,
                    };
                    Decided {
                        position,
                        region,
                        candidate,
                        decision,
                        written: self.written.get(&position),
                    }
                })
            })
    }

    /// The candidates that are folded, in order.
    fn folded(&self) -> impl Iterator<Item = Decided<'_>> {
        self.decided().filter(|d| d.decision.outcome.is_folded())
    }

    /// What other functions have to know of its parameters.
    pub(super) fn shared_parameters(&self, function: usize) -> SharedParameters {
        let mut shared = SharedParameters::default();
        for decided in self.decided() {
            let Home::Parameter(home) = &decided.candidate.home else {
                continue;
            };
            if decided.decision.covered {
                let name = decided.candidate.spelling.clone();
                shared
                    .covered
                    .insert((decided.region.function.clone(), name));
            }
            if decided.decision.outcome.is_folded() {
                let position = decided.position;
                let id = CandidateId { function, position };
                shared.folded.push((id, home.shared.clone()));
            }
        }
        shared
    }

    /// Keeps a parameter whose arguments cannot be removed; it may still be folded.
    pub(super) fn keep_parameter(&mut self, id: CandidateId) {
        self.kept_parameters.insert(id.position);
    }

    /// Keeps an array after all.
    pub(super) fn keep_array(&mut self, id: CandidateId, reason: Reason) {
        let decision = self.decisions.get_mut(id.position.region);
        if let Some(decision) = decision.and_then(|d| d.get_mut(id.position.candidate)) {
            decision.outcome = Outcome::Kept(reason);
        }
    }

    /// Takes back the fold of an array that cannot be proved; if the array is not known, one fold
    /// of its region after the other until the rest is proved. Before that the same folds are tried
    /// with more care for overflows, then without names of remainders, then without windows.
    pub(super) fn take_back(&mut self, unproved: &Unproved) {
        if unproved.is_last {
            return self.keep_region(unproved);
        }
        if unproved.overflows && self.add_care(unproved) {
            return;
        }
        if self.drop_loop_form(unproved.ordinal) {
            return;
        }
        let in_region = self.suspects(unproved);
        let named = in_region.iter().find(|(_, is_named)| *is_named);
        match (named, in_region.as_slice()) {
            (Some((position, _)), _) | (None, [(position, _)]) => {
                self.fall_back(*position, unproved.reason.clone());
                self.resume(unproved.ordinal);
            }
            (None, several) => {
                let alternatives = |p: &Position| self.decision(*p).map_or(0, |d| d.others.len());
                let suspect = several.iter().map(|(position, _)| *position);
                if let Some(suspect) = suspect.max_by_key(alternatives) {
                    self.suspend(suspect, unproved);
                }
            }
        }
    }

    /// The folds of a region that is not proved, each with whether the fault names its array.
    fn suspects(&self, unproved: &Unproved) -> Vec<(Position, bool)> {
        let own = self.folded();
        let own = own.filter(|d| d.region.ordinal == unproved.ordinal);
        own.map(|d| (d.position, unproved.names(d.region, d.candidate)))
            .collect()
    }

    fn decision(&self, at: Position) -> Option<&Decision> {
        self.decisions.get(at.region)?.get(at.candidate)
    }

    fn decision_mut(&mut self, at: Position) -> Option<&mut Decision> {
        self.decisions.get_mut(at.region)?.get_mut(at.candidate)
    }

    /// Keeps all arrays of a region.
    fn keep_region(&mut self, unproved: &Unproved) {
        self.suspended.retain(|s| s.ordinal != unproved.ordinal);
        let regions = self.extraction.regions.iter().zip(&mut self.decisions);
        for (_, decisions) in regions.filter(|(r, _)| r.ordinal == unproved.ordinal) {
            for decision in decisions.iter_mut().filter(|d| d.outcome.is_folded()) {
                decision.outcome = Outcome::Kept(unproved.reason.clone());
            }
        }
    }

    /// Replaces the mapping of an array by its next one.
    fn fall_back(&mut self, at: Position, reason: Reason) {
        self.care.remove(&at);
        if let Some(decision) = self.decision_mut(at) {
            decision.fall_back(reason);
        }
    }

    /// Leaves a fold out until the cause of a failed proof is known.
    fn suspend(&mut self, at: Position, unproved: &Unproved) {
        let Some(decision) = self.decision_mut(at) else {
            return;
        };
        let kept = Outcome::Kept(unproved.reason.clone());
        if let Outcome::Folded(choice) = std::mem::replace(&mut decision.outcome, kept) {
            self.suspended.push(Suspended {
                at,
                ordinal: unproved.ordinal,
                choice,
                reason: unproved.reason.clone(),
            });
        }
    }

    /// Resumes the folds of a region that were left out.
    fn resume(&mut self, ordinal: usize) {
        let all = std::mem::take(&mut self.suspended);
        let (own, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|s| s.ordinal == ordinal);
        self.suspended = others;
        for Suspended { at, choice, .. } in own {
            if let Some(decision) = self.decision_mut(at) {
                decision.outcome = Outcome::Folded(choice);
            }
        }
    }

    /// Now that all texts are proved: the fold that was left out last in a region was the cause of
    /// its failed proofs. It gets its next mapping, and the others are resumed. Returns whether any
    /// fold was left out.
    pub(super) fn resume_proved(&mut self) -> bool {
        let Some(Suspended {
            ordinal,
            at,
            reason,
            ..
        }) = self.suspended.last().cloned()
        else {
            return false;
        };
        self.resume(ordinal);
        self.fall_back(at, reason);
        true
    }

    /// Adds care for overflows to the fold of an array; if the array is not known, to all folds of
    /// its region. Returns whether more care was possible.
    fn add_care(&mut self, unproved: &Unproved) -> bool {
        let in_region = self.suspects(unproved);
        let is_known = in_region.iter().any(|(_, is_named)| *is_named);
        let mut changed = false;
        for (position, is_named) in in_region {
            if is_known && !is_named {
                continue;
            }
            let care = self.care.entry(position).or_default();
            if let Some(more) = care.more() {
                *care = more;
                changed = true;
            }
        }
        changed
    }

    /// Forbids a region to name remainders if it does, else to use windows if it does. Returns
    /// whether that changes its text.
    fn drop_loop_form(&mut self, ordinal: usize) -> bool {
        let mut regions = self.extraction.regions.iter();
        let Some(region) = regions.position(|r| r.ordinal == ordinal) else {
            return false;
        };
        let uses = |form: fn(&WrittenArray) -> bool| {
            let mut written = self.written.iter();
            written.any(|(at, array)| at.region == region && form(array))
        };
        let (names, windows) = (uses(|w| w.names_remainders), uses(|w| w.is_window));
        let may_use = &mut self.may_use[region];
        let form = match names && may_use.remainder_names {
            true => &mut may_use.remainder_names,
            false if windows => &mut may_use.windows,
            false => return false,
        };
        std::mem::replace(form, false)
    }

    /// The regions in which an array is folded.
    pub(super) fn folded_regions(&self) -> Vec<FoldedRegion<'_>> {
        let mut found: Vec<FoldedRegion<'_>> = Vec::new();
        for decided in self.folded() {
            let candidate = (decided.candidate, decided.new_name());
            let assumptions = decided.decision.outcome.assumptions().iter();
            let conditions = assumptions.map(Assumption::to_string);
            match found.last_mut() {
                Some(last) if std::ptr::eq(last.region, decided.region) => {
                    last.candidates.push(candidate);
                    last.conditions.extend(conditions);
                }
                _ => found.push(FoldedRegion {
                    region: decided.region,
                    candidates: vec![candidate],
                    conditions: conditions.collect(),
                }),
            }
        }
        found
    }

    /// A region, by the names that its arrays have in the folded text.
    fn original(&self, at: usize, region: &Region) -> Original {
        let mut original = region.original(|candidate| {
            let position = Position {
                region: at,
                candidate,
            };
            self.written.get(&position).map(|w| w.name.clone())
        });
        let decisions = self.decisions.get(at).into_iter().flatten();
        let assumed = decisions.flat_map(|d| d.outcome.assumptions());
        original
            .known
            .extend(assumed.filter_map(Assumption::nonnegative));
        original
    }

    /// What later passes over the folded text need.
    pub(super) fn hints(&self) -> Hints {
        let mut hints = Hints::default();
        for decided in self.decided() {
            let Outcome::Folded(choice) = &decided.decision.outcome else {
                continue;
            };
            let function = decided.region.function.clone();
            let changed = hints.changed.entry(function).or_default();
            let name = decided.new_name();
            if decided.written.is_some_and(|w| w.is_window) {
                changed.windows.insert(name.to_string());
            }
            if choice.mapping.rows.is_empty() {
                changed.scalars.insert(name.to_string());
            }
        }
        let regions = self.extraction.regions.iter().enumerate();
        hints.originals = regions.map(|(at, r)| self.original(at, r)).collect();
        hints
    }
}

/// A decision that blames the values that may change in a loop, if the loop does not count because
/// of them.
fn blamed(region: &Region, mut decision: Decision) -> Decision {
    if let (Some(cause), Outcome::Kept(Reason::CarriedAcrossIterations)) =
        (&region.unsteady, &decision.outcome)
    {
        decision.outcome = Outcome::Kept(Reason::MayChange(cause.to_string()));
    }
    decision
}
