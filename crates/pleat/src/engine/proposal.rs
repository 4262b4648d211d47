//! A text in which loops are moved or arrays are elsewhere, and the proofs of the functions that
//! differ.

use super::fault::{Fault, restriction};
use crate::fact::Fact;
use crate::facts::state_in_both;
use crate::options::NoOverlap;
use crate::text::Version;
use crate::verify::{Assumed, Context, PresentValue, Side, Verdict, VerifyOptions, verify_texts};
use affine::LargerSize;
use poly::Allowance;
use source::{Edit, Edits, Flags};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A new text of a file.
pub(crate) struct Proposal {
    pub(crate) before: Arc<Version>,
    pub(crate) after: Arc<Version>,
    /// The functions that differ.
    pub(crate) claims: Vec<Claim>,
    /// What their proofs assume.
    pub(crate) assumed: BTreeMap<String, Assumed>,
    /// The new text before it asserted macros, if it does.
    pub(crate) unasserted: Option<Vec<u8>>,
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

/// What is known of proposals.
#[derive(Default)]
pub(crate) struct Verdicts(BTreeMap<Question, Answer>);

/// Two texts, the second one without what it asserts of macros, and the functions that are said to
/// do the same, with how that is to be proved.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Question {
    texts: [Vec<u8>; 2],
    claims: Vec<(String, String)>,
}

/// By function, what its new text asserts, and the proof, or why there is none.
type Answer = BTreeMap<String, (Vec<PresentValue>, Result<Context, Fault>)>;

impl Question {
    fn of(proposal: &Proposal) -> Self {
        let claims = proposal.claims.iter();
        let how = |claim: &Claim| format!("{:?}", claim.effort);
        let bytes = |text: &Version| text.unit().file.bytes.clone();
        let after = { proposal.unasserted.clone() }.unwrap_or_else(|| bytes(&proposal.after));
        Question {
            texts: [bytes(&proposal.before), after],
            claims: claims
                .map(|claim| (claim.function.clone(), how(claim)))
                .collect(),
        }
    }

    /// Whether an answer holds for these claims, too: an assertion alone makes no proof invalid.
    fn is_answered_by(answer: &Answer, claims: &[Claim]) -> bool {
        claims.iter().all(|claim| {
            let known = answer.get(&claim.function);
            known.is_some_and(|(asserted, proof)| proof.is_ok() || *asserted == claim.asserted)
        })
    }
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
            unasserted: None,
        }
    }

    /// The functions that are not proved, and why. Notes what the proofs of the others assume.
    /// Functions that others enter come first, each with its new definition alone: the proof of it
    /// is known as long as that stays. What they do is the same text in both texts of the others.
    pub(crate) fn faults(
        &mut self,
        flags: &Flags,
        apart: &NoOverlap,
        known: &mut Verdicts,
    ) -> Vec<(String, Fault)> {
        let mut callees = self.callees();
        callees.retain(|claim| {
            let only = std::slice::from_ref(claim);
            let Some(alone) = self.between(only, flags) else {
                return false;
            };
            let mut first = Proposal::new(&self.before, alone, only.to_vec());
            let is_proved = first.known_faults(flags, apart, known).is_empty();
            self.assumed.append(&mut first.assumed);
            is_proved
        });
        let Some(between) = self.between(&callees, flags) else {
            return self.known_faults(flags, apart, known);
        };
        let mut second = Proposal::new(&between, Arc::clone(&self.after), self.claims.clone());
        second.unasserted.clone_from(&self.unasserted);
        let mut faults = second.known_faults(flags, apart, known);
        for (_, fault) in &mut faults {
            fault.places.retain(|(side, _)| *side == Side::After);
        }
        second.assumed.append(&mut self.assumed);
        self.assumed = second.assumed;
        faults
    }

    /// The functions that are not proved for both texts as they are, if it is not known yet.
    fn known_faults(
        &mut self,
        flags: &Flags,
        apart: &NoOverlap,
        known: &mut Verdicts,
    ) -> Vec<(String, Fault)> {
        let question = Question::of(self);
        let answer = known.0.remove(&question);
        let answer = answer.filter(|answer| Question::is_answered_by(answer, &self.claims));
        let answer = answer.unwrap_or_else(|| self.answer(flags, apart));
        let mut faults = Vec::new();
        for Claim {
            function, asserted, ..
        } in &self.claims
        {
            let proof = match answer.get(function) {
                Some((_, Ok(context))) => restriction(context, asserted).map_or(Ok(context), Err),
                Some((_, Err(fault))) => Err(fault.clone()),
                None => Err(Fault::new("no verdict")),
            };
            match proof {
                Ok(context) => {
                    let assumed = Assumed::of(function, context);
                    self.assumed.insert(function.clone(), assumed);
                }
                Err(fault) => faults.push((function.clone(), fault)),
            }
        }
        known.0.insert(question, answer);
        faults
    }

    /// The functions that others enter which they do not enter themselves.
    fn callees(&self) -> Vec<Claim> {
        let contents = self.before.program().contents();
        let functions = { contents.file.functions.iter() }
            .filter(|f| self.claims.iter().any(|claim| claim.function == f.name));
        let entered: BTreeMap<&str, BTreeSet<String>> = functions
            .map(|f| {
                let calls = f.symbols.calls.iter();
                (f.name.as_str(), contents.facts.calls.entered_by(calls))
            })
            .collect();
        let enters = |caller: &str, callee: &str| {
            let entered = entered.get(caller);
            entered.is_some_and(|entered| entered.contains(callee))
        };
        let is_callee = |claim: &&Claim| {
            let own = claim.function.as_str();
            let mut callers = entered.keys();
            callers.any(|caller| enters(caller, own) && !enters(own, caller))
        };
        self.claims.iter().filter(is_callee).cloned().collect()
    }

    /// The old text with the new definitions of some functions; `None` if there are none.
    fn between(&self, callees: &[Claim], flags: &Flags) -> Option<Arc<Version>> {
        let edits = self.definitions(callees)?;
        let bytes = edits.apply(&self.before.unit().file.bytes);
        self.before.again(bytes, flags).ok()
    }

    /// The new definitions of functions as edits of the old text; `None` if there are none.
    fn definitions(&self, of: &[Claim]) -> Option<Edits> {
        let place = |text: &Version, name: &str| {
            let file = &text.program().contents().file;
            let function = &file.functions[file.definition(name)?];
            text.unit().span_of(function.range()).ok()
        };
        let mut edits = Edits::default();
        for claim in of {
            let old = place(&self.before, &claim.function)?;
            let new = place(&self.after, &claim.function)?;
            let text = self.after.unit().file.slice(new).into_owned();
            edits.insert(Edit { span: old, text }).ok()?;
        }
        (!edits.is_empty()).then_some(edits)
    }

    /// The proofs of all claims for both texts as they are.
    fn answer(&self, flags: &Flags, apart: &NoOverlap) -> Answer {
        let mut answer = Answer::new();
        let mut left = self.claims.clone();
        while let Some(effort) = left.first().map(|claim| claim.effort.clone()) {
            let (own, others) = left.into_iter().partition(|claim| claim.effort == effort);
            left = others;
            let proofs = self.proofs(&effort, own, flags, apart).into_iter();
            answer.extend(proofs.map(|(claim, proof)| (claim.function, (claim.asserted, proof))));
        }
        answer
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
                Some(Verdict::Unchanged) => Ok(Context::default()),
                Some(Verdict::Unknown(reason)) => Err(Fault::from(reason)),
                Some(Verdict::Refuted(witness)) => Err(Fault::new(witness.message)),
                None => Err(Fault::new("no verdict")),
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
