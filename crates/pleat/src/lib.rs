//! The driver of Pleat: calls the passes in order. The program `pleat` is a thin shell around it.
//!
//! ```text
//! source::preprocess -> front::Program -> decide (lifetime, storage) -> emit -> proof
//! ```
//!
//! `passes` lists the passes of the whole pipeline, `engine` runs them. Functions are shared out
//! among threads (`functions`); each thread keeps the sets of its own functions.

mod advice;
mod assumed;
mod budget;
mod contract;
mod decide;
mod display;
mod engine;
mod fact;
mod facts;
mod folded;
mod functions;
mod guarded;
mod linkage;
pub mod map;
mod memo;
mod options;
mod passes;
mod proof;
mod reason;
mod shapes;
mod sharing;
mod splitting;
mod stages;
mod summary;
mod systems;
mod text;
mod tiling;
mod timings;
pub mod verify;

pub use budget::STACK_BYTES;
pub use decide::{Decision, Outcome, decide, problem};
pub use fact::Fact;
pub use facts::FactError;
pub use folded::Folded;
pub use options::{
    Assumptions, Depth, FuseOptions, LeastSaving, MAX_STACK, NoOverlap, Options, Tested,
    TileOptions, TileOverlap, TileShape, TileSize,
};
pub use passes::fold;
pub use proof::Unsound;
pub use reason::{Accesses, Reason};
pub use stages::{Apart, Cause, Difference, Fused, FusedLoop, fuse};
pub use text::front_options;
pub use tiling::{TileError, Tiled, TiledNest, Untiled, tile};
pub use timings::{FusionTimings, Timings};

/// isl allocates many small things; the feature `override` gives it this allocator too.
#[cfg(feature = "fast-allocator")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
