//! Scops for the parameter values for which the accesses to single arrays stay in their boxes.

use crate::region::build::assemble::scop_in;
use crate::region::build::leaving::Leaving;
use crate::region::build::plan::Plan;
use crate::region::build::related::Sets;
use poly::{Result, Set};
use scop::Scop;

/// The scops for parameter values for which the accesses to one array stay in its box, without
/// duplicates; and the index of each array's scop.
pub(super) fn narrowed(
    plan: &Plan<'_>,
    sets: &Sets<'_>,
    context: &Set,
    leaving: &Leaving,
) -> Result<(Vec<Scop>, Vec<Option<usize>>)> {
    let mut scops: Vec<Scop> = Vec::new();
    let mut own = Vec::new();
    for array in plan.arrays {
        let Some(narrow) = leaving.contexts.get(&array.var) else {
            own.push(None);
            continue;
        };
        if context.is_subset(narrow)? {
            own.push(None);
            continue;
        }
        let mut at = None;
        for (k, scop) in scops.iter().enumerate() {
            if at.is_none() && scop.context.is_equal(narrow)? {
                at = Some(k);
            }
        }
        if at.is_none() {
            scops.push(scop_in(plan, sets, (narrow, leaving))?);
        }
        own.push(at.or(Some(scops.len() - 1)));
    }
    Ok((scops, own))
}
