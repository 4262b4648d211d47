//! Overlapped tiles: each tile computes again the instances beside it whose values it needs, so
//! that tiles are independent of each other (Krishnamoorthy, Baskaran, Bondhugula, Ramanujam,
//! Rountev, Sadayappan 2007).
//!
//! A tile has the instances of all units whose counter is in its range, and of some units those of
//! a few iterations beside it: its halo. Units that write what others see have no halo.

use super::TileUnit;
use super::dependences::Instances;
use crate::blocks::Halo;
use poly::{Map, Result, Set};
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

/// Why tiles cannot overlap, with the statements that write and read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// A tile would compute all tiles beside it again.
    Endless(StmtId, StmtId),
    /// Something outside of the nest sees elements that several tiles would write.
    Seen(StmtId, StmtId),
    /// The position of an instance is not known.
    Unknown,
}

/// The halos of the units of a nest whose loops at some levels are divided.
///
/// # Errors
///
/// If the operation budget is used up.
pub fn overlap(
    system: &System,
    units: &[TileUnit],
    outer: usize,
    levels: &[usize],
) -> Result<std::result::Result<Overlap, Obstacle>> {
    let Some(instances) = Instances::new(system, units, outer)? else {
        return Ok(Err(Obstacle::Unknown));
    };
    let search = Search {
        system,
        units,
        own: own_arrays(system, units)?,
        private: instances.private()?,
        instances: &instances,
    };
    let mut halos: Vec<Vec<Option<Halo>>> = vec![Vec::new(); units.len()];
    for level in levels {
        let found = match search.halos(outer + level)? {
            Ok(found) => found,
            Err(obstacle) => return Ok(Err(obstacle)),
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
    Ok(Ok(Overlap {
        halos,
        is_seen,
        own,
        buffers,
    }))
}

/// Arrays that the caller does not know and that nothing but these units touches.
fn own_arrays(system: &System, units: &[TileUnit]) -> Result<BTreeSet<ArrayId>> {
    let inside: BTreeSet<StmtId> = units.iter().flat_map(|u| &u.statements).copied().collect();
    let scop = &system.scop;
    let is_own = |array: ArrayId| {
        let mut users = scop.accesses_to(array);
        crate::distances::is_own(system, array) && users.all(|a| inside.contains(&a.statement))
    };
    let arrays = scop.arrays.iter().map(|array| array.id);
    Ok(arrays.filter(|array| is_own(*array)).collect())
}

/// The values of a read come from writes whose position is `least` to `most` before its own one.
struct Flow {
    units: (usize, usize),
    statements: (StmtId, StmtId),
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
    fn halos(&self, level: usize) -> Result<std::result::Result<Vec<Option<Halo>>, Obstacle>> {
        let flows = match self.flows(level)? {
            Ok(flows) => flows,
            Err(obstacle) => return Ok(Err(obstacle)),
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
                return Ok(self.checked(level, halos, &flows));
            }
            halos = next;
        }
        let culprit = flows.iter().find(|f| (f.least, f.most) != (0, 0));
        Ok(Err(match culprit {
            Some(flow) => Obstacle::Endless(flow.statements.0, flow.statements.1),
            None => Obstacle::Unknown,
        }))
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

    fn checked(
        &self,
        level: usize,
        halos: Vec<Option<Halo>>,
        flows: &[Flow],
    ) -> std::result::Result<Vec<Option<Halo>>, Obstacle> {
        for (at, halo) in halos
            .iter()
            .enumerate()
            .filter(|(at, _)| self.is_in(*at, level))
        {
            let Some(halo) = halo else {
                continue;
            };
            let flow = flows.iter().find(|flow| flow.units.0 == at);
            if halo.before.max(halo.after) > MOST_AGAIN {
                return Err(match flow {
                    Some(flow) => Obstacle::Endless(flow.statements.0, flow.statements.1),
                    None => Obstacle::Unknown,
                });
            }
            if (halo.before != 0 || halo.after != 0) && self.is_seen(at) {
                return Err(match flow {
                    Some(flow) => Obstacle::Seen(flow.statements.0, flow.statements.1),
                    None => Obstacle::Unknown,
                });
            }
        }
        Ok(halos)
    }

    /// Whether a unit writes what others see.
    fn is_seen(&self, unit: usize) -> bool {
        let mut accesses = self.accesses_of(unit);
        accesses.any(|a| a.kind == AccessKind::Write && !self.own.contains(&a.array))
    }

    fn accesses_of(&self, unit: usize) -> impl Iterator<Item = &Access> {
        let statements = &self.units[unit].statements;
        let all = self.system.scop.accesses.iter();
        all.filter(move |access| statements.contains(&access.statement))
    }

    /// The flows of values between units. An element that others see is touched at one position.
    fn flows(&self, level: usize) -> Result<std::result::Result<Vec<Flow>, Obstacle>> {
        let mut flows: Vec<Flow> = Vec::new();
        for first in 0..self.units.len() {
            for second in 0..self.units.len() {
                for a in self.accesses_of(first) {
                    for b in self.accesses_of(second) {
                        let is_flow = a.kind == AccessKind::Write && b.kind == AccessKind::Read;
                        let writes = [a, b].iter().any(|x| x.kind == AccessKind::Write);
                        let is_own = self.own.contains(&a.array);
                        let is_meant = match is_own {
                            true => is_flow && !self.private.contains(&a.array),
                            false => writes,
                        };
                        if a.array != b.array || !is_meant {
                            continue;
                        }
                        let statements = (a.statement, b.statement);
                        let pairs = self.instances.pairs(a, b)?;
                        if pairs.is_empty()? || !self.is_in(first, level) {
                            // Each tile executes a unit that is not in the loop.
                            continue;
                        }
                        if !self.is_in(second, level) {
                            return Ok(Err(Obstacle::Endless(a.statement, b.statement)));
                        }
                        let found = self.distance(&pairs, (first, second), level)?;
                        match found {
                            Some((least, most)) if is_own => flows.push(Flow {
                                units: (first, second),
                                statements,
                                least,
                                most,
                            }),
                            Some((0, 0)) => {}
                            Some(_) => {
                                return Ok(Err(Obstacle::Seen(a.statement, b.statement)));
                            }
                            None => {
                                return Ok(Err(Obstacle::Endless(a.statement, b.statement)));
                            }
                        }
                    }
                }
            }
        }
        Ok(Ok(flows))
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
    let names: Vec<String> = (0..count).map(|d| format!("c{d}")).collect();
    let text = format!("{{ {name}[{}] -> [{}] }}", names.join(", "), names[at]);
    Map::parse(&system.scop.ctx, &text)
}

/// The least and the largest number of a set, for any parameters; `None` without bounds.
pub(super) fn range_of(set: &Set) -> Result<Option<(i64, i64)>> {
    let (least, most) = (set.max_of(&[-1])?, set.max_of(&[1])?);
    Ok(least.zip(most).map(|(least, most)| (-least, most)))
}
