//! Transformations that change the order of a scop: shift and fuse (Song, Wang, Li: "A
//! Polynomial-Time Algorithm for Memory Space Reduction").
//!
//! ```text
//! system, nests --distances--> dependence graph --groups--> fused loops
//!                                               --shifts--> rows that each nest runs ahead
//! ```
//!
//! Knows sets, no C. Nothing here is trusted: whoever prints a plan proves the text.

mod distances;
mod groups;
mod pointwise;
mod shifts;

pub use groups::{Barrier, Group, Kept, Plan, plan};
pub use pointwise::pointwise;

use scop::StmtId;

/// A loop nest among others that follow each other. Its outermost loop counts up by one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nest {
    /// Its statements.
    pub statements: Vec<StmtId>,
    /// The counter of its outermost loop in the first iteration, less a number that all nests
    /// share.
    pub start: i64,
}
