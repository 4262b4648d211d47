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

use crate::fold::Folded;
use crate::options::{NoOverlap, Options};
use crate::splitting;
use crate::stages::{Fault, assert, may_assert, proofs, restriction};
use crate::text::Version;
use crate::verify::{Assumed, PresentValue, VerifyOptions};
use allowed::Allowed;
use front::Program;
use plan::{Plan, Planner};
use source::{Edits, Flags, PreprocessError};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Elementary set operations for the proof of one function.
const PROOF_OPERATIONS: u64 = 4 * poly::OPERATIONS_PER_SECOND;

/// Folds every array of a file that can be folded, with parts of arrays split off and the loops of
/// stages fused before, and storage shared afterwards, as far as [`Options`] ask for it.
///
/// Call it on a thread with a stack of [`crate::STACK_BYTES`].
///
/// # Errors
/// Only when the file cannot be preprocessed.
pub(crate) fn fold(
    original: &Arc<Version>,
    flags: &Flags,
    options: &Options,
) -> Result<Folded, PreprocessError> {
    let mut folded = splitting::fold(original, flags, options)?;
    if options.share && folded.unsound.is_none() {
        let text = original.again(folded.bytes.clone(), flags)?;
        share(&text, flags, options)?.add_to(&mut folded, original);
    }
    Ok(folded)
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
    let mut limits = Limits::default();
    loop {
        let (mut plans, edits) = attempt(before.program(), &limits, options);
        let bytes = edits.apply(&before.unit().file.bytes);
        if edits.is_empty() {
            return Ok(Shared { bytes, plans });
        }
        let after = before.again(bytes.clone(), flags)?;
        let apart = &options.assume.apart;
        let faults = faults((before, &after), flags, (&limits, apart), &mut plans);
        if faults.is_empty() {
            return Ok(Shared { bytes, plans });
        }
        for (function, fault) in faults {
            limits.blame(before.program(), function, fault);
        }
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
        self.reasons.insert(function, fault.reason);
    }
}

/// The functions whose new text is not proved, and why. Notes the assumptions of the proofs.
fn faults(
    texts: (&Arc<Version>, &Arc<Version>),
    flags: &Flags,
    (limits, apart): (&Limits, &NoOverlap),
    plans: &mut BTreeMap<String, Plan>,
) -> Vec<(String, Fault)> {
    let changed = plans.iter().filter(|(_, plan)| !plan.groups.is_empty());
    let changed = changed.map(|(name, _)| name.clone()).collect();
    let mut faults = Vec::new();
    let options = VerifyOptions::within(PROOF_OPERATIONS, apart.clone());
    for (name, proof) in proofs(texts, flags, changed, options) {
        let asserted = limits.asserted.get(&name).map_or(&[][..], Vec::as_slice);
        let fault = match (proof, plans.get_mut(&name)) {
            (Ok(context), Some(plan)) => {
                plan.assumed = Assumed::of(&name, &context);
                plan.assumed.all.extend(plan.needs.clone());
                restriction(&context, asserted)
            }
            (proof, _) => proof.err().map(unproved),
        };
        faults.extend(fault.map(|fault| (name, fault)));
    }
    faults
}

/// The fault of a proof that was not found, with a reason that says so.
fn unproved(fault: Fault) -> Fault {
    let reason = match fault.reason.starts_with("no ") {
        true => fault.reason,
        false => format!("no proof was found: {}", fault.reason),
    };
    Fault { reason, ..fault }
}
