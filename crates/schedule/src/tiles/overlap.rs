//! Overlapped tiles: each tile computes again the instances beside it whose values it needs, so
//! that tiles are independent of each other (Krishnamoorthy, Baskaran, Bondhugula, Ramanujam,
//! Rountev, Sadayappan 2007).
//!
//! A tile has the instances of all units whose counter is in its range, and of some units those of
//! a few iterations beside it: its halo. Units that write what others see have no halo.

use super::TileUnit;
use super::dependences::Instances;
use crate::blocks::Halo;
use poly::{Map, Result, Set, Space, names};
use scop::{Access, AccessKind, ArrayId, StmtId, Subscript, System};
use std::collections::BTreeSet;

/// No tile computes more iterations again, on either side.
const MOST_AGAIN: i64 = 64;

/// The halos of the units of a nest, and the part of each array that a tile touches.
#[derive(Clone, Debug)]
pub struct Overlap {
    /// By unit, by divided loop; `None` for a unit that is not in that loop: each tile executes it,
    /// or the first one alone.
    pub halos: Vec<Vec<Option<Halo>>>,
    /// By unit: whether it writes what others see, so that it must be in one tile.
    pub is_seen: Vec<bool>,
    /// Arrays and other objects of the function that nothing outside of the nest touches, and
    /// whose values no tile needs from another one.
    pub own: BTreeSet<ArrayId>,
    /// Those of which a tile touches a part.
    pub buffers: Vec<Buffer>,
}

/// An array whose elements no tile needs from another one.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// The array.
    pub array: ArrayId,
    /// The dimensions in which a tile touches a part of it.
    pub parts: Vec<BufferPart>,
}

/// A dimension of an array of which a tile touches some elements: from `least` below the first
/// iteration of the tile to `most` above the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BufferPart {
    /// The dimension of the array.
    pub dimension: usize,
    /// The divided loop whose counter is in its subscripts.
    pub divided: usize,
    /// The elements before the position of the tile.
    pub before: i64,
    /// The elements after that of its last iteration.
    pub after: i64,
}

/// The halos of the units of a nest whose loops at some levels are divided. `None` if the position
/// of an instance is not known, a tile would compute all tiles beside it again, or something
/// outside of the nest sees elements that several tiles would write.
///
/// # Errors
///
/// If the operation budget is used up.
pub fn overlap(
    system: &System,
    units: &[TileUnit],
    outer: usize,
    levels: &[usize],
) -> Result<Option<Overlap>> {
    let Some(instances) = Instances::new(system, units, outer)? else {
        return Ok(None);
    };
    let search = Search {
        system,
        units,
        own: own_arrays(system, units),
        private: instances.private()?,
        instances: &instances,
    };
    let mut halos: Vec<Vec<Option<Halo>>> = vec![Vec::new(); units.len()];
    for level in levels {
        let Some(found) = search.halos(outer + level)? else {
            return Ok(None);
        };
        for (all, own) in halos.iter_mut().zip(found) {
            all.push(own);
        }
    }
    let levels: Vec<usize> = levels.iter().map(|level| outer + level).collect();
    let mut buffers = Vec::new();
    for array in &search.own {
        buffers.extend(search.buffer(*array, &levels, &halos)?);
    }
    let is_seen = (0..units.len()).map(|unit| search.is_seen(unit)).collect();
    let own = search.own;
    Ok(Some(Overlap {
        halos,
        is_seen,
        own,
        buffers,
    }))
}

/// Arrays that the caller does not know and that nothing but these units touches.
pub(super) fn own_arrays(system: &System, units: &[TileUnit]) -> BTreeSet<ArrayId> {
    let inside: BTreeSet<StmtId> = units.iter().flat_map(|u| &u.statements).copied().collect();
    let scop = &system.scop;
    let is_own = |array: ArrayId| {
        let mut users = scop.accesses_to(array);
        crate::distances::is_own(system, array) && users.all(|a| inside.contains(&a.statement))
    };
    let arrays = scop.arrays.iter().map(|array| array.id);
    arrays.filter(|array| is_own(*array)).collect()
}

/// The values of a read come from writes whose position is `least` to `most` before its own one.
struct Flow {
    units: (usize, usize),
    least: i64,
    most: i64,
}

struct Search<'s> {
    system: &'s System,
    units: &'s [TileUnit],
    own: BTreeSet<ArrayId>,
    /// Arrays of which each instance of a unit writes what it reads.
    private: BTreeSet<ArrayId>,
    instances: &'s Instances<'s>,
}

impl Search<'_> {
    fn is_in(&self, unit: usize, level: usize) -> bool {
        self.units[unit].counters.len() > level
    }

    /// The halos of all units in one loop.
    fn halos(&self, level: usize) -> Result<Option<Vec<Option<Halo>>>> {
        let Some(flows) = self.flows(level)? else {
            return Ok(None);
        };
        let zero = Halo {
            before: 0,
            after: 0,
        };
        let mut halos: Vec<Option<Halo>> = vec![None; self.units.len()];
        for (at, halo) in halos.iter_mut().enumerate() {
            let is_read = flows.iter().any(|f| f.units.0 == at && f.units.1 != at);
            if self.is_in(at, level) && (self.is_seen(at) || !is_read) {
                *halo = Some(zero);
            }
        }
        for _ in 0..=self.units.len() {
            let mut next = halos.clone();
            for flow in &flows {
                let (source, target) = flow.units;
                let Some(reader) = halos[target] else {
                    continue;
                };
                let wanted = Halo {
                    before: reader.before + flow.most,
                    after: reader.after - flow.least,
                };
                next[source] = Some(next[source].map_or(wanted, |known| known.with(wanted)));
            }
            self.share(level, &mut next);
            if next == halos {
                return Ok(self.are_small(level, &halos).then_some(halos));
            }
            halos = next;
        }
        Ok(None)
    }

    /// Units in the same loop have the same halo.
    fn share(&self, level: usize, halos: &mut [Option<Halo>]) {
        for first in 0..self.units.len() {
            for second in 0..self.units.len() {
                let is_shared = self.units[first].shared_with(&self.units[second]) > level;
                if let (true, Some(own), Some(other)) = (is_shared, halos[first], halos[second]) {
                    halos[first] = Some(own.with(other));
                }
            }
        }
    }

    /// Whether few iterations are computed again, and none that writes what others see.
    fn are_small(&self, level: usize, halos: &[Option<Halo>]) -> bool {
        let mut all = halos.iter().enumerate();
        all.all(|(at, halo)| match halo {
            Some(halo) if self.is_in(at, level) => {
                let is_empty = halo.before == 0 && halo.after == 0;
                halo.before.max(halo.after) <= MOST_AGAIN && (is_empty || !self.is_seen(at))
            }
            _ => true,
        })
    }

    /// Whether a unit writes what others see.
    fn is_seen(&self, unit: usize) -> bool {
        let mut accesses = self.accesses_of(unit);
        accesses.any(|a| a.kind == AccessKind::Write && !self.own.contains(&a.array))
    }

    fn accesses_of(&self, unit: usize) -> impl Iterator<Item = &Access> {
        self.instances.accesses[unit].values().flatten().copied()
    }

    /// The flows of values between units. `None` if one has no bound, or if an element that others
    /// see is touched at two positions.
    fn flows(&self, level: usize) -> Result<Option<Vec<Flow>>> {
        let mut flows: Vec<Flow> = Vec::new();
        // Each tile executes a unit that is not in the loop.
        for first in (0..self.units.len()).filter(|unit| self.is_in(*unit, level)) {
            for second in 0..self.units.len() {
                for (a, b) in self.dependent(first, second) {
                    let pairs = self.instances.pairs(a, b)?;
                    if pairs.is_empty()? {
                        continue;
                    }
                    if !self.is_in(second, level) {
                        return Ok(None);
                    }
                    let is_own = self.own.contains(&a.array);
                    match self.distance(&pairs, (first, second), level)? {
                        Some((least, most)) if is_own => flows.push(Flow {
                            units: (first, second),
                            least,
                            most,
                        }),
                        Some((0, 0)) => {}
                        _ => return Ok(None),
                    }
                }
            }
        }
        Ok(Some(flows))
    }

    /// Pairs of accesses of two units to an array: of one that others see, those of which one
    /// writes; of another one, writes and the reads that may find their values.
    fn dependent(&self, first: usize, second: usize) -> Vec<(&Access, &Access)> {
        let is_meant = |a: &Access, b: &Access| {
            let is_write = |access: &Access| access.kind == AccessKind::Write;
            match self.own.contains(&a.array) {
                true => is_write(a) && !is_write(b) && !self.private.contains(&a.array),
                false => is_write(a) || is_write(b),
            }
        };
        let mut found = Vec::new();
        for a in self.accesses_of(first) {
            let others = self.instances.accesses[second].get(&a.array);
            let others = others.into_iter().flatten().copied();
            found.extend(others.filter(|b| is_meant(a, b)).map(|b| (a, b)));
        }
        found
    }

    /// The least and the largest difference of the positions of pairs of instances.
    fn distance(
        &self,
        pairs: &Map,
        units: (usize, usize),
        level: usize,
    ) -> Result<Option<(i64, i64)>> {
        let (from, to) = (
            self.position(units.0, level)?,
            self.position(units.1, level)?,
        );
        let positions = pairs.apply_domain(&from)?.apply_range(&to)?;
        range_of(&positions.deltas()?)
    }

    /// `{ [counters] -> [counter of a loop] }`
    fn position(&self, unit: usize, level: usize) -> Result<Map> {
        projection(self.system, "", (self.units[unit].counters.len(), level))
    }

    /// The part of an array that a tile touches, if it is a part in some dimension.
    fn buffer(
        &self,
        array: ArrayId,
        levels: &[usize],
        halos: &[Vec<Option<Halo>>],
    ) -> Result<Option<Buffer>> {
        let rank = self.system.scop.array(array).shape.len();
        let mut parts = Vec::new();
        for (divided, level) in levels.iter().enumerate() {
            for dimension in 0..rank {
                parts.extend(self.part(array, (dimension, rank), (divided, *level), halos)?);
            }
        }
        Ok((!parts.is_empty()).then_some(Buffer { array, parts }))
    }

    fn part(
        &self,
        array: ArrayId,
        (dimension, rank): (usize, usize),
        (divided, level): (usize, usize),
        halos: &[Vec<Option<Halo>>],
    ) -> Result<Option<BufferPart>> {
        let mut part: Option<BufferPart> = None;
        for (unit, halos) in halos.iter().enumerate() {
            for access in self.accesses_of(unit).filter(|a| a.array == array) {
                let (true, Some(halo)) = (self.is_in(unit, level), halos[divided]) else {
                    return Ok(None);
                };
                if factor(self.system, access, dimension, level) != 1 {
                    return Ok(None);
                }
                let name = &self.system.scop.array(array).name;
                let element = projection(self.system, name, (rank, dimension))?;
                let touched = self.instances.in_counters(access)?.apply_range(&element)?;
                let touched = touched.apply_domain(&self.position(unit, level)?)?;
                let Some((least, most)) = range_of(&touched.deltas()?)? else {
                    return Ok(None);
                };
                let (before, after) = (halo.before - least, halo.after + most);
                let known = part.get_or_insert(BufferPart {
                    dimension,
                    divided,
                    before,
                    after,
                });
                known.before = known.before.max(before);
                known.after = known.after.max(after);
            }
        }
        Ok(part)
    }
}

/// By how many elements a subscript moves from one iteration of a loop to the next; 0 if that is
/// not known.
pub(super) fn factor(system: &System, access: &Access, dimension: usize, level: usize) -> i64 {
    let iterators = &system.scop.statement(access.statement).iterators;
    match (access.subscripts.get(dimension), iterators.get(level)) {
        (Some(Subscript::Affine(value)), Some(name)) => value.coefficient(name),
        _ => 0,
    }
}

/// `{ name[all coordinates] -> [one of them] }`
pub(super) fn projection(system: &System, name: &str, (count, at): (usize, usize)) -> Result<Map> {
    let c = names("c", count);
    let one = Space::plain(&system.scop.ctx).images(&c, &c[at..=at])?;
    match name {
        "" => Ok(one),
        name => one.with_domain_name(name),
    }
}

/// The least and the largest number of a set, for any parameters; `None` without bounds.
pub(super) fn range_of(set: &Set) -> Result<Option<(i64, i64)>> {
    let (least, most) = (set.max_of(&[-1])?, set.max_of(&[1])?);
    Ok(least.zip(most).map(|(least, most)| (-least, most)))
}
