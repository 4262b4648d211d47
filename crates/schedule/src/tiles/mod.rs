//! Tilable bands of one loop nest: affine forms of the counters along which no dependence runs
//! backwards, so that every tiling by these forms, of any sizes, is legal (Irigoin, Triolet 1988;
//! Bondhugula, Hartono, Ramanujam, Sadayappan 2008, whose linear programs over Farkas multipliers
//! are used here).
//!
//! A *unit* is a statement of the text with everything in it. Its instances are numbered by the
//! counters of the loops around it. Form `k` of a unit says in which tile of dimension `k` an
//! instance is: `i + 2t` of size 32 is in tile `(i + 2t) / 32`. In each tile the order of the text
//! remains, so a nest needs no other change than tighter bounds.

mod bands;
mod dependences;
mod footprint;
mod hexagons;
mod overlap;
mod reuse;
mod steps;
mod tiny;
mod transfers;

pub use bands::bands;
pub use footprint::footprint;
pub use hexagons::{HexagonUnit, Hexagons, NoHexagons, hexagons};
pub use overlap::{Buffer, BufferPart, Overlap, overlap};
pub use reuse::has_reuse;
pub use steps::{NoSteps, StepCopy, Steps, steps};
pub use tiny::tiny_sizes;
pub use transfers::{
    NoTransfer, STEP_PARAM, TileInstances, Transfer, Window, outer_param, tile_param, transfers,
};

use poly::Expr;
use scop::StmtId;

/// A part of a loop nest that is executed as a whole.
#[derive(Clone, Debug)]
pub struct TileUnit {
    /// Its statements.
    pub statements: Vec<StmtId>,
    /// The counters of the loops around it, outermost first: first those around the nest.
    pub counters: Vec<Counter>,
    /// Distinguishes these loops from others.
    pub loops: Vec<u32>,
    /// How many of these loops contain a unit that is in as many loops as possible.
    pub common: usize,
    /// Whether it is in as many loops as possible.
    pub is_full: bool,
}

impl TileUnit {
    /// How many loops contain this unit and another one.
    fn shared_with(&self, other: &TileUnit) -> usize {
        let pairs = self.loops.iter().zip(&other.loops);
        pairs.take_while(|(a, b)| a == b).count()
    }
}

/// The counter of a loop that counts up by 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// Its name.
    pub name: String,
    /// Its first value, in the spelling of parameters and in the counters before it.
    pub first: Expr,
}

/// A request for tiles.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// How many loops are around the nest.
    pub outer: usize,
    /// How many dimensions are wanted at most.
    pub dims: usize,
    /// Whether forms may contain counters of outer loops: `i + t`.
    pub may_skew: bool,
    /// Whether instances that depend on each other should have forms near each other, so that a
    /// tile touches a small part of arrays.
    pub is_near: bool,
}

/// The forms of a nest.
#[derive(Clone, Debug)]
pub struct Bands {
    /// By unit, by dimension: in the counters and the spelling of parameters.
    pub forms: Vec<Vec<Expr>>,
    /// By dimension: whether no dependence leads from one tile to another one, so that threads may
    /// share the tiles between two tiles of the outer dimensions.
    pub is_parallel: Vec<bool>,
    /// The dependence that ends the band before it has all dimensions.
    pub stop: Option<(StmtId, StmtId)>,
}
