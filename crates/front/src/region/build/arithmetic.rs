//! What C computes for the subscripts, in which types.

use crate::region::build::plan::Plan;
use crate::region::build::related::Related;
use crate::values::expressions::recorder::param_types;
use crate::values::formula::Formula;
use crate::walk::draft::{DraftReference, Pointed};
use poly::{Result, Set};
use scop::{Arithmetic, IntType, Named, Step};

/// What C computes for the subscripts.
pub(super) fn arithmetic(
    plan: &Plan<'_>,
    header: &str,
    related: &[Related<'_>],
    context: &Set,
) -> Result<Arithmetic> {
    let steps = |access: &Related<'_>| {
        let reference = access.draft.reference.and_then(|k| plan.references.get(k));
        reference.map_or_else(Vec::new, |reference| reference.computed.clone())
    };
    let named = |(iterators, counters, domain, steps): NamedParts<'_>| {
        let condition = Formula::All(domain.to_vec());
        let text = format!("{header}{{ [{}] : {condition} }}", iterators.join(", "));
        Ok(Named {
            iterators: iterators.to_vec(),
            counters: counters.to_vec(),
            domain: Set::parse(plan.ctx, &text)?.intersect_params(context)?,
            steps: steps.to_vec(),
        })
    };
    let names = plan.names.iter();
    let names = names.map(|n| (&*n.iterators, &*n.counters, &*n.domain, &*n.steps));
    let pointer = |reference: &'_ DraftReference| -> Option<Result<Named>> {
        let statement = plan.statements.get(reference.statement)?;
        let is_set = matches!(reference.pointed, Some(Pointed::Sets { .. }));
        let (iterators, counters) = (&*statement.iterators, &*statement.counters);
        let steps = chained(plan.references, reference);
        is_set.then(|| named((iterators, counters, &statement.domain, &steps)))
    };
    Ok(Arithmetic {
        params: param_types(plan.params),
        counters: plan.statements.iter().map(|s| s.counters.clone()).collect(),
        steps: related.iter().map(steps).collect(),
        most_elements: plan.arrays.iter().map(|a| a.most_elements).collect(),
        names: names.map(named).collect::<Result<_>>()?,
        pointers: plan
            .references
            .iter()
            .filter_map(pointer)
            .collect::<Result<_>>()?,
    })
}

/// What the initialiser of a pointer computes, and those of the pointers that it is made from.
fn chained(references: &[DraftReference], reference: &DraftReference) -> Vec<Step> {
    let mut steps = reference.computed.clone();
    if let Some(Pointed::Sets {
        from: Some(from), ..
    }) = reference.pointed
        && let Some(from) = references.get(from)
    {
        steps.extend(chained(references, from));
    }
    steps
}

/// Iterators with their types, what holds, and what is computed.
type NamedParts<'a> = (
    &'a [String],
    &'a [Option<IntType>],
    &'a [Formula],
    &'a [Step],
);
