//! Arrays in common storage, in a folded text: conflicts between arrays, a colouring, a new text,
//! and its proof.
//!
//! ```text
//! functions --share--> arrays --affine, lifetime--> which may have the same storage
//!           --storage--> groups --share--> new text --verify--> proved
//! ```

mod allowed;
mod graph;
mod plan;
mod remarks;
mod typical;

use crate::budget::PROOF;
use crate::engine::{Claim, Fault, Name, New, Next, Pass, Proposal, Proposer, State, Verdicts};
use crate::engine::{assert, may_assert, settle};
use crate::options::Options;
use crate::text::Version;
use crate::verify::PresentValue;
use allowed::Allowed;
use front::Program;
use plan::{Plan, Planner};
use source::{Edits, Flags, PreprocessError};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Makes the pass.
pub(crate) const SHARE: New = || Box::new(Share);

/// With [`Options::share`], puts arrays that are not alive at once into common storage.
struct Share;

impl Pass for Share {
    fn name(&self) -> Name {
        Name::Share
    }

    fn run(&mut self, state: &mut State<'_>) -> Result<Next, PreprocessError> {
        if state.options.share && state.folded.unsound.is_none() {
            let bytes = state.folded.bytes.clone();
            let text = state.text.again(bytes, state.flags)?;
            let shared = share(&text, state.flags, &state.options)?;
            shared.add_to(&mut state.folded, &state.text);
        }
        Ok(Next::Continue)
    }
}

/// A text whose arrays are in common storage.
struct Shared {
    bytes: Vec<u8>,
    plans: BTreeMap<String, Plan>,
}

/// What attempts leave as it is, and what they assert.
#[derive(Default)]
struct Limits {
    allowed: BTreeMap<String, Allowed>,
    /// Why a proof failed, by function.
    reasons: BTreeMap<String, String>,
    asserted: BTreeMap<String, Vec<PresentValue>>,
}

/// Puts the arrays of each function into common storage, as far as that is proved.
fn share(
    before: &Arc<Version>,
    flags: &Flags,
    options: &Options,
) -> Result<Shared, PreprocessError> {
    let mut sharer = Sharer {
        before,
        flags,
        options,
        limits: Limits::default(),
        shared: Shared {
            bytes: before.unit().file.bytes.clone(),
            plans: BTreeMap::new(),
        },
        verdicts: Verdicts::default(),
        is_proved: false,
    };
    settle(&mut sharer)?;
    Ok(sharer.shared)
}

/// Attempts to put the arrays of a file into common storage.
struct Sharer<'s> {
    before: &'s Arc<Version>,
    flags: &'s Flags,
    options: &'s Options,
    limits: Limits,
    /// The last attempt.
    shared: Shared,
    verdicts: Verdicts,
    is_proved: bool,
}

impl Proposer for Sharer<'_> {
    type Proposal = Proposal;
    type Fault = (String, Fault);

    fn propose(&mut self) -> Result<Option<Proposal>, PreprocessError> {
        if self.is_proved {
            return Ok(None);
        }
        let (plans, edits) = attempt(self.before.program(), &self.limits, self.options);
        let bytes = edits.apply(&self.before.unit().file.bytes);
        self.shared = Shared { bytes, plans };
        if edits.is_empty() {
            return Ok(None);
        }
        let after = self.before.again(self.shared.bytes.clone(), self.flags)?;
        let plans = self.shared.plans.iter();
        let changed = plans.filter(|(_, plan)| !plan.groups.is_empty());
        let claim = |(function, _): (&String, &Plan)| {
            let asserted = self.limits.asserted.get(function);
            let asserted = asserted.map_or(&[][..], Vec::as_slice);
            Claim::new(function, asserted, PROOF)
        };
        let claims = changed.map(claim).collect();
        Ok(Some(Proposal::new(self.before, after, claims)))
    }

    fn faults(&mut self, proposal: &mut Proposal) -> Vec<(String, Fault)> {
        let apart = &self.options.assume.apart;
        proposal.faults(self.flags, apart, &mut self.verdicts)
    }

    fn accept(&mut self, proposal: Proposal) -> Result<(), PreprocessError> {
        self.is_proved = true;
        for (function, mut assumed) in proposal.assumed {
            if let Some(plan) = self.shared.plans.get_mut(&function) {
                assumed.all.extend(plan.needs.clone());
                plan.assumed = assumed;
            }
        }
        Ok(())
    }

    fn retreat(
        &mut self,
        _: Proposal,
        faults: Vec<(String, Fault)>,
    ) -> Result<(), PreprocessError> {
        for (function, fault) in faults {
            self.limits.blame(self.before.program(), function, fault);
        }
        Ok(())
    }
}

/// The plans of all functions, and the edits of the file.
fn attempt(
    front: &Program<'_>,
    limits: &Limits,
    options: &Options,
) -> (BTreeMap<String, Plan>, Edits) {
    let planner = Planner::new(front, options);
    let (mut plans, mut edits) = (BTreeMap::new(), Edits::default());
    for (index, name) in front.functions().enumerate() {
        let allowed = limits.allowed.get(name).copied().unwrap_or_default();
        let Some(mut plan) = planner.plan(index, allowed) else {
            continue;
        };
        if edits.merge(std::mem::take(&mut plan.edits)).is_err() {
            plan.groups.clear();
        }
        if let Some(macros) = limits.asserted.get(name) {
            let below = "arrays have common storage";
            assert(&mut edits, front, (name, macros), below);
        }
        let reason = limits.reasons.get(name);
        plan.reason = plan.reason.or_else(|| reason.cloned());
        plans.insert(name.to_string(), plan);
    }
    (plans, edits)
}

impl Limits {
    /// Asserts the macros that a proof rests on, or allows less.
    fn blame(&mut self, front: &Program<'_>, function: String, fault: Fault) {
        let asserts = !fault.macros.is_empty()
            && !self.asserted.contains_key(&function)
            && may_assert(front, &function, &fault.macros);
        if asserts {
            self.asserted.insert(function, fault.macros);
            return;
        }
        let allowed = self.allowed.entry(function.clone()).or_default();
        *allowed = allowed.less();
        if matches!(*allowed, Allowed::Plainly | Allowed::Nothing) {
            self.asserted.remove(&function);
        }
        let reason = match fault.speaks_of_proof {
            true => fault.reason,
            false => format!("no proof was found: {}", fault.reason),
        };
        self.reasons.insert(function, reason);
    }
}
