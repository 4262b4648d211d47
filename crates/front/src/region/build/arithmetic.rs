//! What C computes for subscripts and names, and in which types.

use crate::region::build::plan::Plan;
use crate::region::build::related::Related;
use crate::values::expressions::recorder::param_types;
use crate::values::formula::Formula;
use crate::walk::draft::{DraftReference, Pointed};
use poly::{Result, Set, Space};
use scop::{Arithmetic, IntType, Named, Step};

/// The computations of a scop.
pub(super) fn arithmetic(
    plan: &Plan<'_>,
    space: &Space,
    related: &[Related<'_>],
    context: &Set,
) -> Result<Arithmetic> {
    let steps = |access: &Related<'_>| {
        let reference = access.draft.reference.and_then(|k| plan.references.get(k));
        let steps = reference.map(|reference| {
            let subscripts = reference.subscripts.iter();
            let chosen = subscripts.filter_map(|s| s.ways.get(access.draft.way));
            let chosen = chosen.flat_map(|chosen| &chosen.steps);
            reference.computed.iter().chain(chosen).cloned().collect()
        });
        steps.unwrap_or_default()
    };
    let named = |computation: Computation<'_>| {
        let condition = Formula::All(computation.domain.to_vec());
        let domain = space.points(computation.iterators, condition)?;
        Ok(Named {
            iterators: computation.iterators.to_vec(),
            counters: computation.counters.to_vec(),
            domain: domain.intersect_params(context)?,
            steps: computation.steps.to_vec(),
        })
    };
    let names = plan.names.iter();
    let names = names.map(|name| Computation {
        iterators: &name.iterators,
        counters: &name.counters,
        domain: &name.domain,
        steps: &name.steps,
    });
    let pointer = |reference: &'_ DraftReference| -> Option<Result<Named>> {
        let statement = plan.statements.get(reference.statement)?;
        let is_set = matches!(reference.pointed, Some(Pointed::Sets { .. }));
        let steps = chained(plan.references, reference);
        let computation = Computation {
            iterators: &statement.iterators,
            counters: &statement.counters,
            domain: &statement.domain,
            steps: &steps,
        };
        is_set.then(|| named(computation))
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

/// The computations of a pointer's initialiser, and those of the pointers that it is made from.
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

/// A computation in loops, before its domain is a set.
struct Computation<'a> {
    iterators: &'a [String],
    /// The types of the iterators.
    counters: &'a [Option<IntType>],
    domain: &'a [Formula],
    steps: &'a [Step],
}
