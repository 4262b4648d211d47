//! Tile loops that were executed once for all tiles.

use poly::{PwAff, Result};
use program::ObjectId;
use scop::{ArrayId, Scop, Tiling};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A tile loop: see [`Tiling`].
#[derive(Clone, Debug)]
pub(crate) struct DraftTiling {
    pub(crate) name: String,
    /// Its statements, by number.
    pub(crate) statements: Range<usize>,
    /// The number of coordinates of time outside of it.
    pub(crate) depth: usize,
    /// By statement: its position as a function of its iterators.
    pub(crate) positions: Vec<PwAff>,
    pub(crate) is_parallel: bool,
    pub(crate) at: Span,
}

/// What is declared inside of tile loops, with the number of coordinates of time outside of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Declared {
    pub(crate) objects: BTreeMap<ObjectId, usize>,
    /// Auxiliary scalars, by number of array.
    pub(crate) scalars: BTreeMap<usize, usize>,
    /// Objects that threads share and change.
    pub(crate) shared: BTreeSet<ObjectId>,
}

impl DraftTiling {
    /// The tile loop of a system.
    pub(crate) fn of(&self, scop: &Scop, own: &BTreeMap<ArrayId, usize>) -> Result<Tiling> {
        let mut positions = Vec::new();
        for (at, position) in self.statements.clone().zip(&self.positions) {
            let statement = &scop.statements[at];
            let more = statement.domain.dims()? - position.dims()?;
            let map = position.lifted(more)?.to_map()?;
            positions.push(map.with_domain_name(&statement.name)?);
        }
        Ok(Tiling {
            name: self.name.clone(),
            statements: self.statements.clone(),
            depth: self.depth,
            positions,
            own: own.clone(),
            is_parallel: self.is_parallel,
        })
    }
}
