//! Overlapped tiles of several time steps: each tile copies its part of the arrays with a halo,
//! executes all steps on the copy, and stores the elements in its range. The halo shrinks from step
//! to step, so tiles of the same steps are independent of each other (Krishnamoorthy, Baskaran,
//! Bondhugula, Ramanujam, Rountev, Sadayappan 2007).
//!
//! In step `s` of `n` in a tile, a unit is executed for the iterations of the tile and
//! `halo + slope * (n - 1 - s)` beside it.

use super::dependences::Instances;
use super::overlap::{factor, own_arrays, projection, range_of};
use super::{BufferPart, TileUnit};
use crate::blocks::Halo;
use poly::{Result, Set};
use scop::{Access, AccessKind, ArrayId, Certainty, StmtId, System};
use std::collections::BTreeSet;

/// No halo shrinks by more iterations in a step.
const MOST_SLOPE: i64 = 8;

/// Tiles of several steps.
#[derive(Clone, Debug)]
pub struct Steps {
    /// By divided loop: by how many iterations halos shrink in a step.
    pub slopes: Vec<Halo>,
    /// By unit, by divided loop: the halo in the last step.
    pub halos: Vec<Vec<Halo>>,
    /// By unit, by divided loop: the position of iteration 0, if the unit writes what others need.
    /// A tile has the positions in its range.
    pub positions: Vec<Option<Vec<i64>>>,
    /// The arrays of which a tile has a copy.
    pub copies: Vec<StepCopy>,
}

/// An array of which each tile has a copy.
#[derive(Clone, Debug)]
pub struct StepCopy {
    /// The array.
    pub array: ArrayId,
    /// By divided loop: the dimension that it divides, and the elements that the last step touches.
    pub parts: Vec<BufferPart>,
    /// By divided loop: the element that iteration 0 of the loop writes.
    pub written: Vec<i64>,
    /// Whether its writes are executed wherever their loops are.
    pub is_certain: bool,
    /// Whether a tile needs values from before its steps.
    pub is_loaded: bool,
    /// Whether others need values that it writes.
    pub is_stored: bool,
}

/// Why a nest has no such tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoSteps {
    /// A statement is not in all divided loops.
    Beside(StmtId),
    /// A scalar keeps its value from one instance to another one.
    Scalar(ArrayId),
    /// An array is divided in no dimension, or in different ones.
    Undivided(ArrayId),
    /// A value moves further in a step than tiles allow.
    Far,
    /// The position of an instance is not known.
    Unknown,
}

/// Tiles of several steps of the loop at level `outer`, divided at some levels below it.
///
/// # Errors
///
/// If the operation budget is used up.
pub fn steps(
    system: &System,
    units: &[TileUnit],
    outer: usize,
    levels: &[usize],
) -> Result<std::result::Result<Steps, NoSteps>> {
    let Some(instances) = Instances::new(system, units, outer)? else {
        return Ok(Err(NoSteps::Unknown));
    };
    let private = instances.private()?;
    let search = Search {
        system,
        units,
        instances: &instances,
        outer,
        levels: levels.iter().map(|level| outer + level).collect(),
    };
    let mut copies = Vec::new();
    let own = own_arrays(system, units);
    for array in search.written_arrays() {
        if private.contains(&array) {
            continue;
        }
        match search.copy(array, own.contains(&array))? {
            Ok(copy) => copies.push(copy),
            Err(why) => return Ok(Err(why)),
        }
    }
    let Some(positions) = search.positions(&copies)? else {
        return Ok(Err(NoSteps::Unknown));
    };
    let flows = search.flows(&copies)?;
    let (mut slopes, mut halos) = (Vec::new(), vec![Vec::new(); units.len()]);
    for divided in 0..search.levels.len() {
        let Some((slope, all)) = search.halos(divided, &flows, &positions)? else {
            return Ok(Err(NoSteps::Far));
        };
        slopes.push(slope);
        for (halos, own) in halos.iter_mut().zip(all) {
            halos.push(own);
        }
    }
    for copy in &mut copies {
        if let Err(why) = search.parts(copy, &halos)? {
            return Ok(Err(why));
        }
    }
    Ok(Ok(Steps {
        slopes,
        halos,
        positions,
        copies,
    }))
}

struct Search<'s> {
    system: &'s System,
    units: &'s [TileUnit],
    instances: &'s Instances<'s>,
    /// The level of the loop over steps.
    outer: usize,
    /// The levels of the divided loops.
    levels: Vec<usize>,
}

/// A flow of values: the positions of reads beyond those of the writes, by the steps between them.
struct Flow {
    units: (usize, usize),
    /// `{ [counters of the read - counters of the write] }`
    differences: Set,
}

/// One side of a tile.
#[derive(Clone, Copy)]
enum Side {
    Before,
    After,
}

impl Side {
    const BOTH: [Side; 2] = [Side::Before, Side::After];

    /// 1 if positions below a tile count.
    fn sign(self) -> i64 {
        match self {
            Side::Before => 1,
            Side::After => -1,
        }
    }
}

impl Search<'_> {
    fn accesses_to(&self, array: ArrayId) -> impl Iterator<Item = (usize, &Access)> {
        let units = self.instances.accesses.iter().enumerate();
        units.flat_map(move |(unit, own)| {
            let own = own.get(&array).into_iter().flatten();
            own.map(move |access| (unit, *access))
        })
    }

    /// The arrays that the units write.
    fn written_arrays(&self) -> BTreeSet<ArrayId> {
        let all = self.instances.accesses.iter().flat_map(|own| own.values());
        let writes = all.flatten().filter(|a| a.kind == AccessKind::Write);
        writes.map(|access| access.array).collect()
    }

    /// A copy of an array, without the parts that steps touch.
    fn copy(&self, array: ArrayId, is_own: bool) -> Result<std::result::Result<StepCopy, NoSteps>> {
        let rank = self.system.scop.array(array).shape.len();
        if rank == 0 {
            return Ok(Err(NoSteps::Scalar(array)));
        }
        for (unit, access) in self.accesses_to(array) {
            if !self.units[unit].is_full {
                return Ok(Err(NoSteps::Beside(access.statement)));
            }
            let moves = |dimension| factor(self.system, access, dimension, self.outer) != 0;
            let is_affine = |at| {
                let own = access.subscripts.get(at);
                own.is_some_and(|s| matches!(s, scop::Subscript::Affine(_)))
            };
            if !(0..rank).all(is_affine) || (0..rank).any(moves) {
                return Ok(Err(NoSteps::Undivided(array)));
            }
        }
        let mut parts = Vec::new();
        for (divided, level) in self.levels.iter().enumerate() {
            let is_divided = |dimension: &usize| {
                let mut all = self.accesses_to(array);
                all.all(|(_, access)| factor(self.system, access, *dimension, *level) == 1)
            };
            let is_free = |dimension: usize| {
                let mut all = self.accesses_to(array);
                all.all(|(_, access)| factor(self.system, access, dimension, *level) == 0)
            };
            let Some(dimension) = (0..rank).find(is_divided) else {
                return Ok(Err(NoSteps::Undivided(array)));
            };
            if !(0..rank).all(|other| other == dimension || is_free(other)) {
                return Ok(Err(NoSteps::Undivided(array)));
            }
            parts.push(BufferPart {
                dimension,
                divided,
                before: 0,
                after: 0,
            });
        }
        let mut written = Vec::new();
        for part in &parts {
            let mut writes = self.accesses_to(array);
            let first = writes.find(|(_, access)| access.kind == AccessKind::Write);
            let offsets = match first {
                Some((_, access)) => self.offsets(access, part)?,
                None => None,
            };
            let Some((least, _)) = offsets else {
                return Ok(Err(NoSteps::Undivided(array)));
            };
            written.push(least);
        }
        let is_loaded = self.is_exposed(array)?;
        let mut writes = self.accesses_to(array);
        let is_certain =
            |(_, a): (usize, &Access)| a.kind == AccessKind::Read || a.certainty == Certainty::Must;
        Ok(Ok(StepCopy {
            array,
            parts,
            written,
            is_certain: writes.all(is_certain),
            is_loaded,
            is_stored: is_loaded || !is_own,
        }))
    }

    /// The least and the largest element, counted from the iteration that touches it.
    fn offsets(&self, access: &Access, part: &BufferPart) -> Result<Option<(i64, i64)>> {
        let array = self.system.scop.array(access.array);
        let element = projection(
            self.system,
            &array.name,
            (array.shape.len(), part.dimension),
        )?;
        let touched = self.instances.in_counters(access)?;
        let counters = touched.dims()?.0;
        let position = projection(self.system, "", (counters, self.levels[part.divided]))?;
        let touched = touched.apply_range(&element)?.apply_domain(&position)?;
        range_of(&touched.deltas()?)
    }

    /// Whether a step reads an element that it does not write before.
    fn is_exposed(&self, array: ArrayId) -> Result<bool> {
        for (unit, read) in self.accesses_to(array) {
            if read.kind == AccessKind::Read && !self.instances.is_from_step(unit, read)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The positions of units; `None` if a unit has several.
    fn positions(&self, copies: &[StepCopy]) -> Result<Option<Vec<Option<Vec<i64>>>>> {
        let mut positions: Vec<Option<Vec<i64>>> = vec![None; self.units.len()];
        for copy in copies.iter().filter(|copy| copy.is_stored) {
            for (unit, access) in self.accesses_to(copy.array) {
                if access.kind != AccessKind::Write {
                    continue;
                }
                let mut own = Vec::new();
                for (part, written) in copy.parts.iter().zip(&copy.written) {
                    match self.offsets(access, part)? {
                        Some((least, most)) if least == most => own.push(least - written),
                        _ => return Ok(None),
                    }
                }
                if positions[unit].get_or_insert_with(|| own.clone()) != &own {
                    return Ok(None);
                }
            }
        }
        Ok(Some(positions))
    }

    /// By how much the halos in a divided loop shrink in a step, and the last ones by unit.
    fn halos(
        &self,
        divided: usize,
        flows: &[Flow],
        positions: &[Option<Vec<i64>>],
    ) -> Result<Option<(Halo, Vec<Halo>)>> {
        let mut found = Vec::new();
        for side in Side::BOTH {
            // Each tile writes all elements in its range.
            let own = positions.iter().map(|own| {
                let position = own.as_ref().map_or(0, |own| own[divided]);
                (side.sign() * position).max(0)
            });
            let Some(side) = self.shrinking(flows, (divided, side), own.collect())? else {
                return Ok(None);
            };
            found.push(side);
        }
        let (Some((after, afters)), Some((before, befores))) = (found.pop(), found.pop()) else {
            return Ok(None);
        };
        let halos = befores.into_iter().zip(afters);
        let halos = halos.map(|(before, after)| Halo { before, after });
        Ok(Some((Halo { before, after }, halos.collect())))
    }

    /// The flows of values between units.
    fn flows(&self, copies: &[StepCopy]) -> Result<Vec<Flow>> {
        let mut flows = Vec::new();
        for copy in copies {
            for (source, write) in self.accesses_to(copy.array) {
                for (target, read) in self.accesses_to(copy.array) {
                    if write.kind != AccessKind::Write || read.kind != AccessKind::Read {
                        continue;
                    }
                    let differences = self
                        .instances
                        .differences((source, write), (target, read))?;
                    if !differences.is_empty()? {
                        flows.push(Flow {
                            units: (source, target),
                            differences,
                        });
                    }
                }
            }
        }
        Ok(flows)
    }

    /// The least slope with which halos of one side reach all values, and the last halos.
    fn shrinking(
        &self,
        flows: &[Flow],
        (divided, side): (usize, Side),
        own: Vec<i64>,
    ) -> Result<Option<(i64, Vec<i64>)>> {
        for slope in 0..=MOST_SLOPE {
            let mut weights = Vec::new();
            for flow in flows {
                let dims = self.units[flow.units.0].counters.len();
                let mut form = vec![0; dims];
                form[self.levels[divided]] = side.sign();
                form[self.outer] = -slope;
                let Some(weight) = flow.differences.max_of(&form)? else {
                    break;
                };
                weights.push((flow.units, weight));
            }
            if weights.len() == flows.len()
                && let Some(halos) = self.longest(&weights, divided, own.clone())
            {
                return Ok(Some((slope, halos)));
            }
        }
        Ok(None)
    }

    /// The least halos from these on with which each source reaches its targets; `None` if they
    /// grow without end.
    fn longest(
        &self,
        weights: &[((usize, usize), i64)],
        divided: usize,
        own: Vec<i64>,
    ) -> Option<Vec<i64>> {
        let mut halos = own;
        for _ in 0..=2 * self.units.len() {
            let mut next = halos.clone();
            for ((source, target), weight) in weights {
                next[*source] = next[*source].max(next[*target] + weight);
            }
            for first in 0..self.units.len() {
                for second in 0..self.units.len() {
                    let shared = self.units[first].shared_with(&self.units[second]);
                    if shared > self.levels[divided] {
                        next[first] = next[first].max(next[second]);
                    }
                }
            }
            if next == halos {
                return Some(halos);
            }
            halos = next;
        }
        None
    }

    /// The elements that the last step touches.
    fn parts(
        &self,
        copy: &mut StepCopy,
        halos: &[Vec<Halo>],
    ) -> Result<std::result::Result<(), NoSteps>> {
        for part in &mut copy.parts {
            let mut ends: Option<(i64, i64)> = None;
            for (unit, access) in self.accesses_to(copy.array) {
                let Some((least, most)) = self.offsets(access, part)? else {
                    return Ok(Err(NoSteps::Undivided(copy.array)));
                };
                let halo = halos[unit][part.divided];
                let (before, after) = (halo.before - least, halo.after + most);
                let known = ends.get_or_insert((before, after));
                *known = (known.0.max(before), known.1.max(after));
            }
            (part.before, part.after) = ends.unwrap_or((0, 0));
        }
        Ok(Ok(()))
    }
}
