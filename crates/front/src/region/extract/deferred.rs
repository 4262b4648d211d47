//! Arrays that are left to the body of a loop, which is a region of its own.

use super::{Extractor, Outcome};
use crate::region::texts::RegionText;
use crate::walk::walker::{InnerBody, Walker};
use c::facts::refusal::Refusal;
use c::names::symbols::VarId;
use scop::Subscript;
use std::collections::BTreeMap;

impl<'s> Extractor<'s> {
    /// Leaves arrays that are used only in one loop that does not count to the body of the loop,
    /// unless their subscripts use its iterations. Returns the other arrays.
    pub(super) fn defer(
        &self,
        walker: &mut Walker<'s>,
        running: Vec<VarId>,
        outcome: &mut Outcome<'s>,
    ) -> Vec<VarId> {
        let bodies: Vec<InnerBody<'s>> = walker.found.inner.drain(..).collect();
        let mut deferred: BTreeMap<usize, Vec<VarId>> = BTreeMap::new();
        let mut here = Vec::new();
        for id in running {
            let uses = self.function_facts().uses(id);
            let holds = |body: &InnerBody<'_>| {
                uses.iter().all(|at| body.range.contains(at)) && self.is_of_one(id, body)
            };
            let body = bodies.iter().position(holds);
            let follows = body.and_then(|k| bodies[k].iterator.as_deref());
            match body {
                Some(body) if !self.stays_here(walker, id, follows) => {
                    deferred.entry(body).or_default().push(id);
                }
                _ => here.push(id),
            }
        }
        for (k, body) in bodies.into_iter().enumerate() {
            if let Some(arrays) = deferred.remove(&k) {
                outcome.inner.push(self.inner(body, arrays));
            }
        }
        here
    }

    /// Whether the threads that execute the body of a loop have separate copies of the array.
    fn is_of_one(&self, id: VarId, body: &InnerBody<'_>) -> bool {
        let around = self.function_facts().threads.enclosing(&body.range);
        let mut around = around.filter(|c| c.is_concurrent());
        let declared = self.symbols().variable(id).at.start;
        around
            .next_back()
            .is_none_or(|c| c.range.contains(&declared))
    }

    /// Whether an array that is used only in the body of a loop should be analysed with the loop.
    fn stays_here(&self, walker: &Walker<'_>, id: VarId, iterator: Option<&str>) -> bool {
        let all = self.options.originals.iter();
        let mut holders = all
            .filter(|o| o.function == self.function.name)
            .filter(|o| o.array(self.symbols(), id).is_some());
        match (holders.next(), holders.next()) {
            (Some(holder), None) => holder.ordinal == self.ordinal,
            _ => iterator.is_some_and(|iterator| has_subscript_in(walker, id, iterator)),
        }
    }

    /// The body of a loop as a region for these arrays.
    fn inner(&self, body: InnerBody<'s>, arrays: Vec<VarId>) -> RegionText<'s> {
        let InnerBody {
            items,
            range,
            what,
            unsteady,
            ..
        } = body;
        RegionText {
            function: self.text.function,
            items,
            range,
            within: Some(what),
            unsteady: Refusal::changes(unsteady, self.text.unsteady.clone()),
            arrays: Some(arrays),
        }
    }

    /// If the region is the body of a loop that is not followed, the loop is blamed for subscripts
    /// that are not affine, and its bounds are among the values that may change.
    pub(super) fn blame_loop(&self, refusal: Refusal) -> Refusal {
        if let Refusal::MayChange { .. } = refusal {
            let all = Refusal::changes(Some(refusal.clone()), self.text.unsteady.clone());
            return all.unwrap_or(refusal);
        }
        match (&refusal, &self.text.within) {
            (Refusal::SubscriptNotAffine { .. }, Some(what)) => {
                let around = self.text.unsteady.clone();
                around.unwrap_or_else(|| Refusal::UsedInUnanalysedCode(what.clone()))
            }
            _ => refusal,
        }
    }
}

/// Whether a subscript of the array mentions an iterator.
fn has_subscript_in(walker: &Walker<'_>, id: VarId, iterator: &str) -> bool {
    let references = walker.found.references.iter().filter(|r| r.array == id);
    let mut subscripts = references.flat_map(|r| &r.subscripts);
    subscripts.any(|s| matches!(&s.meaning, Subscript::Affine(e) if e.mentions(iterator)))
}
