//! The bytes that a column of a nest touches.

use super::TileUnit;
use super::dependences::Instances;
use super::overlap::{factor, projection, range_of};
use poly::Result;
use scop::{Access, ArrayId, System};
use std::collections::BTreeMap;

/// The bytes that one iteration of a loop of a nest touches, together with the same iteration in
/// the next iteration of the nest's outermost loop: those of three rows of an array of which a
/// stage reads three. `None` if they are not known.
///
/// # Errors
///
/// If the operation budget is used up.
pub fn footprint(
    system: &System,
    units: &[TileUnit],
    outer: usize,
    level: usize,
) -> Result<Option<u64>> {
    let Some(instances) = Instances::new(system, units, outer)? else {
        return Ok(None);
    };
    let mut touched: BTreeMap<ArrayId, Vec<(usize, &Access)>> = BTreeMap::new();
    for (at, own) in instances.accesses.iter().enumerate() {
        for (array, accesses) in own {
            let all = touched.entry(*array).or_default();
            all.extend(accesses.iter().map(|access| (at, *access)));
        }
    }
    let counts = Counts {
        system,
        units,
        instances: &instances,
        outer,
        level: outer + level,
    };
    let mut all = 0_u64;
    for (array, accesses) in &touched {
        let rank = system.scop.array(*array).shape.len();
        let mut bytes = system.element_bytes[array.0 as usize];
        for dimension in 0..rank {
            let Some(count) = counts.elements(accesses, dimension, rank)? else {
                return Ok(None);
            };
            bytes = bytes.saturating_mul(count);
        }
        // Variables are in registers.
        all = all.saturating_add(if rank == 0 { 0 } else { bytes });
    }
    Ok(Some(all))
}

struct Counts<'c> {
    system: &'c System,
    units: &'c [TileUnit],
    instances: &'c Instances<'c>,
    /// The outermost loop of the nest.
    outer: usize,
    level: usize,
}

impl Counts<'_> {
    /// The elements of a dimension that some accesses touch in one iteration.
    fn elements(
        &self,
        accesses: &[(usize, &Access)],
        dimension: usize,
        rank: usize,
    ) -> Result<Option<u64>> {
        let moves = { accesses.iter() }
            .map(|(_, access)| factor(self.system, access, dimension, self.level).unsigned_abs());
        if let Some(most) = moves.max().filter(|most| *most > 0) {
            return Ok(Some(most));
        }
        // The rows near the present one, or all rows of a small array.
        let mut near: Option<(i64, i64)> = None;
        let mut all: Option<(i64, i64)> = None;
        let (mut is_near, mut is_small) = (true, true);
        for (unit, access) in accesses {
            let name = &self.system.scop.array(access.array).name;
            let element = projection(self.system, name, (rank, dimension))?;
            let touched = self.instances.in_counters(access)?.apply_range(&element)?;
            let counters = self.units[*unit].counters.len();
            let row = projection(self.system, "", (counters, self.outer))?;
            let from_row = touched.apply_domain(&row)?.deltas()?;
            is_near &= extend(&mut near, range_of(&from_row)?);
            is_small &= extend(&mut all, range_of(&touched.range()?)?);
        }
        let sizes = [near.filter(|_| is_near), all.filter(|_| is_small)];
        let sizes = sizes.into_iter().flatten();
        let least = sizes.map(|(least, most)| most - least + 1).min();
        Ok(least.and_then(|count| u64::try_from(count).ok()))
    }
}

/// Extends a range by another one. Whether there is one.
fn extend(range: &mut Option<(i64, i64)>, more: Option<(i64, i64)>) -> bool {
    let Some((least, most)) = more else {
        return false;
    };
    let known = range.get_or_insert((least, most));
    *known = (known.0.min(least), known.1.max(most));
    true
}
