//! The elements that a step would load if the loops had no bounds: simple sets.

use super::super::overlap::projection;
use super::{STEP_PARAM, Search, joined};
use poly::{Map, Result, Set, Space, in_box, names};
use scop::{Access, AccessKind, ArrayId};

impl Search<'_> {
    /// The elements that a step loads, or would load if the loops had no bounds, as far as the nest
    /// touches them and no step before it wrote them.
    pub(super) fn near_loads(
        &self,
        array: ArrayId,
        (elements, unwritten): (&Set, &Set),
    ) -> Result<Set> {
        let mut all: Option<Map> = None;
        for (unit, read) in self.accesses_to(array) {
            if read.kind != AccessKind::Read || !self.instances.is_full(unit) {
                continue;
            }
            let mut exposed = self.tile.near[unit].clone();
            let target = self.open(read)?;
            for (other, write) in self.accesses_to(array) {
                if write.kind == AccessKind::Write && self.instances.is_full(other) {
                    let pairs = self.open(write)?.apply_range(&target.reverse()?)?;
                    let pairs = pairs.intersect_domain(&self.tile.near[other])?;
                    let pairs = pairs.intersect(&self.instances.in_order(other, unit)?)?;
                    exposed = exposed.subtract(&pairs.range()?)?;
                }
            }
            let own = self.open_steps(read, &exposed)?;
            all = Some(joined(all, own, Map::union)?);
        }
        let near = self.at_step(all, array)?;
        let near = near.intersect(elements)?;
        match near.is_subset(unwritten)? {
            true => Ok(near),
            false => near.intersect(unwritten),
        }
    }

    /// The elements that no step before wrote in the tile, nor would have written if the loops had
    /// no bounds.
    pub(super) fn unwritten(&self, array: ArrayId, elements: &Set) -> Result<Set> {
        let mut left = elements.clone();
        for (unit, write) in self.accesses_to(array) {
            if write.kind == AccessKind::Read {
                continue;
            }
            let steps = match self.instances.is_full(unit) {
                true => self.open_steps(write, &self.tile.of_units[unit])?,
                false => self.by_step(write, &self.in_tile(unit, write)?)?,
            };
            left = left.subtract(&self.before_step(&steps)?)?;
        }
        left.coalesce()
    }

    /// `{ element -> [counter of the outermost loop] }` of some instances of an access, without the
    /// bounds of loops.
    fn open_steps(&self, access: &Access, instances: &Set) -> Result<Map> {
        let open = self.open(access)?;
        let step = projection(self.system, "", (open.dims()?.0, self.outer))?;
        let own = open.intersect_domain(instances)?.reverse()?;
        own.apply_range(&step)
    }

    /// `{ [counters] -> element }` of an access, without the bounds of loops.
    fn open(&self, access: &Access) -> Result<Map> {
        self.instances.in_counters(access)?.affine_hull()
    }

    /// The elements that the array has for certain, because the nest touches them or others of the
    /// same row: `{ [subscripts] }`.
    pub(super) fn all_elements(&self, array: ArrayId) -> Result<Set> {
        let scop = &self.system.scop;
        let shape = &scop.array(array).shape;
        let c = names("c", shape.len());
        let inside = scop.space().points(&c, in_box(&c, shape))?;
        if shape.iter().all(Option::is_some) {
            return Ok(inside);
        }
        let mut all: Option<Set> = None;
        for (_, access) in self.accesses_to(array) {
            let own = self.instances.relation(access)?.range()?.reset_tuple_id()?;
            all = Some(joined(all, own, Set::union)?);
        }
        let Some(all) = all else {
            return Ok(inside);
        };
        // Elements with the same subscripts where no extent is known.
        let others = names("d", shape.len());
        let all_dims = 0..shape.len();
        let open = all_dims.map(|d| match &shape[d] {
            Some(_) => &others[d],
            None => &c[d],
        });
        let rows = Space::plain(&scop.ctx).images(&open.collect::<Vec<_>>(), &c)?;
        all.apply(&rows)?.intersect(&inside)?.coalesce()
    }

    /// The elements of steps before [`STEP_PARAM`].
    fn before_step(&self, all: &Map) -> Result<Set> {
        let space = Space::new(&self.system.scop.ctx, [STEP_PARAM]);
        let earlier = space.points(&["s"], format!("s < {STEP_PARAM}"))?;
        all.intersect_range(&earlier)?.domain()?.reset_tuple_id()
    }
}
