//! Tile loops that a system leaves out.

use crate::ArrayId;
use poly::Map;
use std::collections::BTreeMap;
use std::ops::Range;

/// A loop over tiles that a system does not contain: its statements have the times of the text
/// without it.
///
/// The program executes the loop as well: among instances that agree in the first `depth`
/// coordinates of time, those of the tile from `o` on are the ones with `o <= position < o + T`,
/// for all `o` of a grid with distance `T`, in ascending order. Nothing is known of `T` but that it
/// is positive.
#[derive(Clone, Debug)]
pub struct Tiling {
    /// The name of its counter.
    pub name: String,
    /// The statements in it, by number.
    pub statements: Range<usize>,
    /// The number of coordinates of time outside of it.
    pub depth: usize,
    /// `{ S[x] -> [position] }` by statement, from the first one in it on.
    pub positions: Vec<Map>,
    /// Arrays of which there is a copy for each value of so many first coordinates of time: each
    /// copy is written before it is read, and not read elsewhere.
    pub own: BTreeMap<ArrayId, usize>,
    /// Threads share its tiles.
    pub is_parallel: bool,
}
