//! From formulas to sets: the scop of a region, and the narrower scops of single arrays.

mod arithmetic;
mod assemble;
pub(crate) mod leaving;
mod narrow;
pub(crate) mod plan;
mod related;

use self::assemble::scop_in;
use self::leaving::Leaving;
use self::plan::Plan;
use self::related::{Sets, box_of, domains, of_reference, relate};
use crate::values::formula::Formula;
use crate::values::params::names::Unique;
use poly::Result;
use scop::{AccessId, Scop};
use std::collections::HashMap;

/// A scop, and the accesses of each reference.
pub(crate) struct Built {
    /// The scop, for all parameter values that the declarations allow.
    pub scop: Scop,
    /// Scops for fewer parameter values: see [`crate::Region::narrowed`].
    pub narrowed: Vec<Scop>,
    /// By array: the index of its own scop in `narrowed`, if it has one.
    pub own: Vec<Option<usize>>,
    /// Accesses by index of the reference.
    pub of_reference: HashMap<usize, Vec<AccessId>>,
    /// The accesses that may leave their box, and their consequences.
    pub leaving: Leaving,
}

/// Builds the scop of a region.
pub(crate) fn build(plan: &Plan<'_>) -> Result<Built> {
    let space = plan.space();
    let context = space.values(Formula::All(plan.known.to_vec()))?;
    let mut array_names = Unique::default();
    let names: Vec<String> = plan
        .arrays
        .iter()
        .map(|a| array_names.name(&a.spelling))
        .collect();
    let boxes = plan
        .arrays
        .iter()
        .zip(&names)
        .map(|(a, name)| box_of(&space, name, a));
    let boxes = boxes.collect::<Result<Vec<_>>>()?;
    let domains = domains(plan, &space)?;
    let related = relate(plan, &space, &names, &boxes, &domains)?;
    let context = context.coalesce()?;
    let leaving = leaving::find(plan, &context, &related, &boxes)?;
    let sets = Sets {
        space,
        names,
        boxes,
        domains,
        related,
    };
    let (narrowed, own) = narrow::narrowed(plan, &sets, &context, &leaving)?;
    Ok(Built {
        scop: scop_in(plan, &sets, (&context, &leaving))?,
        narrowed,
        own,
        of_reference: of_reference(&sets.related),
        leaving,
    })
}
