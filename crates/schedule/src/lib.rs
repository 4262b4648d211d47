//! Transformations that change the order of a scop: shift and fuse (Song, Wang, Li: "A
//! Polynomial-Time Algorithm for Memory Space Reduction").
//!
//! ```text
//! system, nests --distances--> dependence graph --groups--> fused loops
//!                                               --shifts--> rows that each nest runs ahead
//! ```
//!
//! Knows sets, no C. Nothing here is trusted: whoever prints a plan proves the text.

mod cuts;
mod distances;
mod groups;
mod pointwise;
mod runs;
mod shifts;

pub use groups::{Barrier, Cause, Group, Kept, Plan};
pub use pointwise::pointwise;

use groups::Graph;
use poly::Result;
use scop::{StmtId, System};

/// A loop nest, or another statement, among others that follow each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nest {
    /// Its statements.
    pub statements: Vec<StmtId>,
    /// Nests of one kind may become one loop: their outermost loops count up by one, and their
    /// bounds differ by numbers. `None` for what has no rows.
    pub kind: Option<usize>,
    /// The counter of its outermost loop in the first iteration, less a number that all nests of
    /// its kind share.
    pub start: i64,
    /// Earlier ones that it has to follow for reasons that the statements do not show.
    pub follows: Vec<usize>,
}

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
        groups: cuts::groups(&graph, nests, &order)?,
        ..Plan::default()
    };
    for group in &mut plan.groups {
        let (before, after) = runs::sides(&order, &group.nests);
        (group.before, group.after) = (before, after);
    }
    plan.barriers = graph.barriers(nests, &order, &plan.groups);
    Ok(plan)
}
