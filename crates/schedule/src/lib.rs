//! Transformations that change the order of a scop: shift and fuse (Song, Wang, Li: "A
//! Polynomial-Time Algorithm for Memory Space Reduction").
//!
//! ```text
//! system, nests --distances, rates--> dependence graph --groups--> fused loops
//!                                                      --shifts--> rows that each nest runs ahead
//! ```
//!
//! Knows sets, no C. Nothing here is trusted: whoever prints a plan proves the text.

mod blocks;
mod bounds;
mod cuts;
mod distances;
mod distribution;
mod groups;
mod plan;
mod pointwise;
mod rates;
mod runs;
mod serial;
mod shifts;
mod strips;
mod tiles;

pub use blocks::{Halo, halos};
pub use bounds::{Bounds, at_usual_sizes, difference};
pub use distribution::distribution;
pub use groups::{Barrier, Cause, Group, Kept, Plan};
pub use plan::plan;
pub use pointwise::pointwise;
pub use serial::{serial, single};
pub use strips::{Obstacle, StripPlan, seen, strips};
pub use tiles::{
    Bands, Buffer, BufferPart, Counter, HexagonUnit, Hexagons, NoHexagons, NoSteps, NoTransfer,
    Overlap, Request as TileRequest, STEP_PARAM, StepCopy, Steps, TileInstances, TileUnit,
    Transfer, Window, bands, footprint, has_reuse, hexagons, outer_param, overlap, steps,
    tile_param, tiny_sizes, transfers,
};

use scop::StmtId;

/// A loop nest, or another statement, among others that follow each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nest {
    /// Its statements.
    pub statements: Vec<StmtId>,
    /// The counters of its outermost loop, each of which is a row. `None` for what has no rows.
    pub rows: Option<Bounds>,
    /// Earlier ones that it has to follow for reasons that the statements do not show.
    pub follows: Vec<usize>,
}
