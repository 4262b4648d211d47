//! The plan of a sequence of nests: its groups, and what keeps the others apart.

use crate::groups::{Graph, Plan};
use crate::{Nest, cuts, runs};
use poly::Result;
use scop::System;

/// The groups of nests whose fusion shortens the lifetimes of arrays. The nests follow each other
/// inside `depth` other loops.
///
/// # Errors
///
/// If the operation budget is used up.
pub fn plan(system: &System, nests: &[Nest], depth: usize) -> Result<Plan> {
    let graph = Graph::new(system, nests, depth)?;
    let order = graph.order(nests);
    let mut plan = Plan {
        groups: cuts::groups(&graph, &order),
        ..Plan::default()
    };
    for group in &mut plan.groups {
        let (before, after) = runs::sides(&order, &group.nests);
        (group.before, group.after) = (before, after);
    }
    plan.barriers = graph.barriers(&order, &plan.groups);
    Ok(plan)
}
