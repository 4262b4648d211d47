//! A text in which loops are moved or arrays are elsewhere, and the proofs of the functions that
//! differ.

use super::fault::{Fault, restriction};
use crate::fact::Fact;
use crate::facts::state_in_both;
use crate::options::NoOverlap;
use crate::text::Version;
use crate::verify::{Assumed, Context, PresentValue, Verdict, VerifyOptions, verify_texts};
use affine::LargerSize;
use poly::Allowance;
use source::Flags;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A new text of a file.
pub(crate) struct Proposal {
    pub(crate) before: Arc<Version>,
    pub(crate) after: Arc<Version>,
    /// The functions that differ.
    pub(crate) claims: Vec<Claim>,
    /// What their proofs assume.
    pub(crate) assumed: BTreeMap<String, Assumed>,
}

/// A function that is said to do the same in both texts.
#[derive(Clone)]
pub(crate) struct Claim {
    pub(crate) function: String,
    /// The macros that the new text asserts.
    pub(crate) asserted: Vec<PresentValue>,
    /// What all attempts to prove it may take together, if that is limited.
    pub(crate) allowance: Option<Allowance>,
    pub(crate) effort: Effort,
}

/// How a proof is sought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Effort {
    /// Elementary set operations for one way.
    pub(crate) operations: u64,
    /// See [`VerifyOptions::has_tiles`].
    pub(crate) has_tiles: bool,
    /// Both texts do the same where these sizes are larger, and are the same elsewhere.
    pub(crate) sizes: Vec<LargerSize>,
}

impl Claim {
    /// A claim whose proof takes so many elementary set operations in each way.
    pub(crate) fn new(function: &str, asserted: &[PresentValue], operations: u64) -> Self {
        Claim {
            function: function.to_string(),
            asserted: asserted.to_vec(),
            allowance: None,
            effort: Effort {
                operations,
                has_tiles: false,
                sizes: Vec::new(),
            },
        }
    }
}

impl Proposal {
    pub(crate) fn new(before: &Arc<Version>, after: Arc<Version>, claims: Vec<Claim>) -> Self {
        Proposal {
            before: Arc::clone(before),
            after,
            claims,
            assumed: BTreeMap::new(),
        }
    }

    /// The functions that are not proved, and why. Notes what the proofs of the others assume.
    pub(crate) fn faults(&mut self, flags: &Flags, apart: &NoOverlap) -> Vec<(String, Fault)> {
        let mut faults = Vec::new();
        let mut left = self.claims.clone();
        while let Some(effort) = left.first().map(|claim| claim.effort.clone()) {
            let (own, others) = left.into_iter().partition(|claim| claim.effort == effort);
            left = others;
            for (claim, proof) in self.proofs(&effort, own, flags, apart) {
                let proof =
                    proof.and_then(|context| match restriction(&context, &claim.asserted) {
                        Some(fault) => Err(fault),
                        None => Ok(Assumed::of(&claim.function, &context)),
                    });
                match proof {
                    Ok(assumed) => {
                        self.assumed.insert(claim.function, assumed);
                    }
                    Err(fault) => faults.push((claim.function, fault)),
                }
            }
        }
        faults
    }

    /// The proofs of functions for which the same effort is made, or why there are none.
    fn proofs(
        &self,
        effort: &Effort,
        claims: Vec<Claim>,
        flags: &Flags,
        apart: &NoOverlap,
    ) -> Vec<(Claim, Result<Context, Fault>)> {
        let allowances = claims
            .iter()
            .filter_map(|claim| Some((claim.function.clone(), claim.allowance.clone()?)));
        let asserted = claims.iter().filter(|claim| !claim.asserted.is_empty());
        let asserted = asserted.map(|claim| (claim.function.clone(), claim.asserted.clone()));
        let options = VerifyOptions {
            asserted: asserted.collect(),
            functions: claims.iter().map(|claim| claim.function.clone()).collect(),
            is_moved: true,
            has_tiles: effort.has_tiles,
            allowances: allowances.collect(),
            ..VerifyOptions::within(effort.operations, apart.clone())
        };
        let texts = (Arc::clone(&self.before), Arc::clone(&self.after));
        let Ok(stated) = state_in_both(texts, flags, &facts(&effort.sizes)) else {
            let fault = || Fault::new("the sizes that it needs cannot be tested");
            return claims
                .into_iter()
                .map(|claim| (claim, Err(fault())))
                .collect();
        };
        let found = verify_texts((stated.before, stated.after), flags, &options);
        let mut verdicts: BTreeMap<String, Verdict> = found
            .functions
            .into_iter()
            .map(|found| (found.name, found.verdict))
            .collect();
        let proof = |claim: Claim| {
            let proof = match verdicts.remove(&claim.function) {
                Some(Verdict::Proved(context)) => Ok(context),
                Some(Verdict::Unknown(reason)) => Err(Fault::from(reason)),
                Some(Verdict::Refuted(witness)) => Err(Fault::new(witness.message)),
                Some(Verdict::Unchanged) | None => Err(Fault::new("no verdict")),
            };
            (claim, proof)
        };
        claims.into_iter().map(proof).collect()
    }
}

/// That sizes are as large as a function needs them.
pub(crate) fn facts(sizes: &[LargerSize]) -> Vec<Fact> {
    let facts = sizes.iter().map(|size| size.text().parse());
    facts.filter_map(Result::ok).collect()
}
