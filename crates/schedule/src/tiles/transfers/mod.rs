//! The elements that a tile with buffers loads and stores: each step of the tile loads the elements
//! that it reads and other tiles, or the statements before the nest, wrote; it stores those that it
//! wrote and others read. In between the tile works on its buffers, so that an array of several
//! steps needs cells for one tile alone (Alias, Darte, Plesco 2013; Darte, Isoard, Yuki 2016).
//!
//! A load is in the step that reads its element first, so that buffers may be folded to a few
//! steps: cells of the steps before are free then.

mod near;
mod windows;

use super::TileUnit;
use super::dependences::Instances;
use super::overlap::projection;
use poly::{Expr, Map, Result, Set, Space, Visits};
use scop::{Access, AccessKind, ArrayId, Certainty, System};
use std::collections::BTreeSet;

/// The parameter for the least value of a form in the tile.
pub fn tile_param(dimension: usize) -> String {
    format!("tile{dimension}'")
}

/// The parameter for the counter of a loop around the nest.
pub fn outer_param(level: usize) -> String {
    format!("outer{level}'")
}

/// The parameter for the counter of the outermost loop of the nest.
pub const STEP_PARAM: &str = "step'";

/// One tile, for any values of [`tile_param`] and [`outer_param`].
#[derive(Debug)]
pub struct TileInstances {
    /// By unit: `{ [counters] }` of its instances in the tile.
    pub of_units: Vec<Set>,
    /// Those whose elements the tile stores.
    pub stored: Vec<Set>,
    /// Those, of this tile or others, that read no element that a tile stores.
    pub inside: Vec<Set>,
    /// The instances in the tile for the loads of simple form: in the steps in which a tile becomes
    /// wider, if it has others.
    pub near: Vec<Set>,
    /// By loop of the nest: the place that moves with the tile as the counter does, in parameters;
    /// `None` if all of the loop is in the tile.
    pub places: Vec<Option<Expr>>,
    /// Whether no other tile is executed at the same time.
    pub is_alone: bool,
}

/// An array of which each tile has a buffer.
#[derive(Clone, Debug)]
pub struct Transfer {
    /// The array.
    pub array: ArrayId,
    /// The elements that step [`STEP_PARAM`] loads.
    pub loads: Visits,
    /// Those that it stores.
    pub stores: Visits,
    /// By dimension: the elements that a tile touches.
    pub windows: Vec<Window>,
}

/// The elements of a dimension that a tile touches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Window {
    /// All of them.
    Whole,
    /// `count` elements from `first` on, in the parameters of the tile.
    Part {
        /// The first one.
        first: Expr,
        /// How many.
        count: i64,
    },
}

/// Why an array has no buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTransfer {
    /// The position of an instance is not known.
    Unknown,
    /// Whether an element is written, or which one, depends on data.
    Uncertain(ArrayId),
    /// No array is written by a tile and used by others, or later.
    Nothing,
}

/// What tiles with a buffer of each array that they write load and store.
///
/// # Errors
///
/// If the operation budget is used up.
pub fn transfers(
    system: &System,
    units: &[TileUnit],
    outer: usize,
    tile: &TileInstances,
) -> Result<std::result::Result<Vec<Transfer>, NoTransfer>> {
    let Some(instances) = Instances::new(system, units, outer)? else {
        return Ok(Err(NoTransfer::Unknown));
    };
    let private = instances.private()?;
    let search = Search {
        system,
        instances: &instances,
        outer,
        tile,
    };
    let mut found = Vec::new();
    for array in search.written_arrays() {
        let is_scalar = system.scop.array(array).shape.is_empty();
        if private.contains(&array) || is_scalar {
            continue;
        }
        if !search.is_certain(array) {
            return Ok(Err(NoTransfer::Uncertain(array)));
        }
        found.push(search.transfer(array)?);
    }
    Ok(match found.is_empty() {
        true => Err(NoTransfer::Nothing),
        false => Ok(found),
    })
}

/// A set or relation with one more.
fn joined<T>(all: Option<T>, own: T, union: fn(&T, &T) -> Result<T>) -> Result<T> {
    match all {
        Some(all) => union(&all, &own),
        None => Ok(own),
    }
}

struct Search<'s> {
    system: &'s System,
    instances: &'s Instances<'s>,
    outer: usize,
    tile: &'s TileInstances,
}

impl Search<'_> {
    /// The accesses of the nest to an array, each with its unit.
    pub(super) fn accesses_to(&self, array: ArrayId) -> impl Iterator<Item = (usize, &Access)> {
        let units = self.instances.accesses.iter().enumerate();
        units.flat_map(move |(unit, own)| {
            let own = own.get(&array).into_iter().flatten();
            own.map(move |access| (unit, *access))
        })
    }

    fn written_arrays(&self) -> BTreeSet<ArrayId> {
        let all = self.instances.accesses.iter().flat_map(|own| own.values());
        let writes = all.flatten().filter(|a| a.kind == AccessKind::Write);
        writes.map(|access| access.array).collect()
    }

    /// Whether all accesses of the nest, and all writes of the function, happen wherever their
    /// statements are executed, and reads before writes.
    fn is_certain(&self, array: ArrayId) -> bool {
        let scop = &self.system.scop;
        let is_must = |access: &Access| access.certainty == Certainty::Must;
        let mut all = scop.accesses_to(array);
        let mut own = self.accesses_to(array);
        own.all(|(_, access)| is_must(access) && scop.statement(access.statement).reads_first)
            && all.all(|access| access.kind == AccessKind::Read || is_must(access))
    }

    fn transfer(&self, array: ArrayId) -> Result<Transfer> {
        let writes = self.times_of_writes(array)?;
        let windows = self.windows(array)?;
        // The original has no others, or leaves the array.
        let elements = self.all_elements(array)?;
        let needed = self.loads(array, &writes)?.intersect(&elements)?;
        let inside = self.inside(&elements, &windows)?;
        let unwritten = self.unwritten(array, &elements)?;
        let near = self
            .near_loads(array, (&elements, &unwritten))?
            .intersect(&inside)?;
        let loads = Visits {
            allowed: match self.tile.is_alone {
                true => unwritten.intersect(&inside)?,
                false => near.clone(),
            },
            needed,
            near,
            preferred: STEP_PARAM.to_string(),
        };
        let needed = self.stores(array, &writes)?;
        let stores = Visits {
            near: needed.clone(),
            needed,
            allowed: self.at_step(self.touched(array, AccessKind::Write)?, array)?,
            preferred: STEP_PARAM.to_string(),
        };
        Ok(Transfer {
            array,
            loads,
            stores,
            windows,
        })
    }

    /// `{ element -> [time] }` of all writes.
    fn times_of_writes(&self, array: ArrayId) -> Result<Option<Map>> {
        let scop = &self.system.scop;
        let mut all: Option<Map> = None;
        for write in scop
            .accesses_to(array)
            .filter(|a| a.kind == AccessKind::Write)
        {
            let own = self.instances.relation(write)?.reverse()?;
            let own = own.apply_range(&scop.statement(write.statement).schedule)?;
            all = Some(joined(all, own, Map::union)?);
        }
        Ok(all)
    }

    /// `{ S[iterators] -> [time] }`: when the value of a read was written.
    fn sources(&self, read: &Access, writes: &Map) -> Result<Map> {
        let scop = &self.system.scop;
        let schedule = &scop.statement(read.statement).schedule;
        let earlier = writes.range()?.lex_lt(&schedule.range()?)?;
        let earlier = schedule.apply_range(&earlier.reverse()?)?;
        let found = self.instances.relation(read)?.apply_range(writes)?;
        found.intersect(&earlier)?.lexmax()
    }

    /// `{ S[iterators] }` of the instances of an access in the tile.
    pub(super) fn in_tile(&self, unit: usize, access: &Access) -> Result<Set> {
        self.among(access, &self.tile.of_units[unit])
    }

    /// `{ S[iterators] }` of the instances of an access with some counters.
    fn among(&self, access: &Access, counters: &Set) -> Result<Set> {
        let all = self.instances.counters_of(access);
        all.intersect_range(counters)?.domain()
    }

    /// The times of the writes of the tile to an array.
    fn own_times(&self, array: ArrayId) -> Result<Option<Set>> {
        let scop = &self.system.scop;
        let mut all: Option<Set> = None;
        for (unit, write) in self.accesses_to(array) {
            if write.kind == AccessKind::Write {
                let schedule = &scop.statement(write.statement).schedule;
                let own = self.in_tile(unit, write)?.apply(schedule)?;
                all = Some(joined(all, own, Set::union)?);
            }
        }
        Ok(all)
    }

    /// The elements that some instances touch, by the counter of the outermost loop: `{ element ->
    /// [counter] }`.
    pub(super) fn by_step(&self, access: &Access, instances: &Set) -> Result<Map> {
        let counters = self.instances.counters_of(access);
        let count = counters.dims()?.1;
        let step = projection(self.system, "", (count, self.outer))?;
        let steps = counters.apply_range(&step)?;
        let touched = self
            .instances
            .relation(access)?
            .intersect_domain(instances)?;
        touched.reverse()?.apply_range(&steps)
    }

    /// The elements of a step: `{ [subscripts] }`.
    pub(super) fn at_step(&self, all: Option<Map>, array: ArrayId) -> Result<Set> {
        let scop = &self.system.scop;
        let Some(all) = all else {
            return Set::none(&scop.ctx, scop.array(array).shape.len());
        };
        let step = Space::new(&scop.ctx, [STEP_PARAM]).points(&[STEP_PARAM], "true")?;
        let found = all.intersect_range(&step)?.domain()?.reset_tuple_id()?;
        found.coalesce()
    }

    /// The elements that a step reads first in the tile, and no instance of the tile wrote before.
    fn loads(&self, array: ArrayId, writes: &Option<Map>) -> Result<Set> {
        let own = self.own_times(array)?;
        let mut all: Option<Map> = None;
        for (unit, read) in self.accesses_to(array) {
            if read.kind != AccessKind::Read {
                continue;
            }
            let mut exposed = self.in_tile(unit, read)?;
            if let (Some(writes), Some(own)) = (writes, &own) {
                let inside = self.sources(read, writes)?.intersect_range(own)?;
                exposed = exposed.subtract(&inside.domain()?)?;
            }
            let steps = self.by_step(read, &exposed)?;
            all = Some(joined(all, steps, Map::union)?);
        }
        let first = all.map(|all| all.coalesce()?.lexmin()).transpose()?;
        self.at_step(first, array)
    }

    /// The elements that a step writes for others.
    fn stores(&self, array: ArrayId, writes: &Option<Map>) -> Result<Set> {
        let scop = &self.system.scop;
        let Some(writes) = writes else {
            return self.at_step(None, array);
        };
        let mut needed: Vec<Set> = Vec::new();
        for read in scop
            .accesses_to(array)
            .filter(|a| a.kind == AccessKind::Read)
        {
            let mut sources = self.sources(read, writes)?;
            let mut own = self.accesses_to(array);
            if let Some((unit, _)) = own.find(|(_, access)| access.id == read.id) {
                let inside = self.among(read, &self.tile.inside[unit])?;
                let outside = sources.domain()?.subtract(&inside)?;
                sources = sources.intersect_domain(&outside)?;
            }
            needed.push(sources.range()?);
        }
        if scop.array(array).live_out {
            needed.push(writes.lexmax()?.range()?);
        }
        let mut all: Option<Map> = None;
        for (unit, write) in self.accesses_to(array) {
            if write.kind != AccessKind::Write {
                continue;
            }
            let schedule = &scop.statement(write.statement).schedule;
            let inside = self.among(write, &self.tile.stored[unit])?;
            for times in &needed {
                let stored = schedule.intersect_range(times)?.domain()?;
                let steps = self.by_step(write, &stored.intersect(&inside)?)?;
                all = Some(joined(all, steps, Map::union)?);
            }
        }
        self.at_step(all, array)
    }

    /// The elements that the tile reads or writes, by step: `{ element -> [counter] }`.
    pub(super) fn touched(&self, array: ArrayId, kind: AccessKind) -> Result<Option<Map>> {
        let mut all: Option<Map> = None;
        for (unit, access) in self
            .accesses_to(array)
            .filter(|(_, access)| access.kind == kind)
        {
            let steps = self.by_step(access, &self.in_tile(unit, access)?)?;
            all = Some(joined(all, steps, Map::union)?);
        }
        Ok(all)
    }
}
