//! Transformations that change the order of a scop: shift and fuse (Song, Wang, Li: "A
//! Polynomial-Time Algorithm for Memory Space Reduction").
//!
//! ```text
//! system, nests --distances--> dependence graph --groups--> fused loops
//!                                               --shifts--> rows that each nest runs ahead
//! ```
//!
//! Knows sets, no C. Nothing here is trusted: whoever prints a plan proves the text.

mod blocks;
mod cuts;
mod distances;
mod groups;
mod plan;
mod pointwise;
mod runs;
mod shifts;

pub use blocks::{Halo, halos};
pub use groups::{Barrier, Cause, Group, Kept, Plan};
pub use plan::plan;
pub use pointwise::pointwise;

use scop::StmtId;

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
