//! The arrays of which each execution of a block has its own, so that the order of blocks does not
//! matter: objects that are declared there, and scalars that are set before they are read, in each
//! iteration of the innermost loop, and that nothing else uses.

use crate::draft::{ArrayKey, DraftAccess, DraftStatement, Origin};
use crate::state::Walker;
use crate::stop::Result;
use crate::values::Root;
use program::{Lifetime, ObjectId};
use scop::ArrayId;
use std::collections::BTreeMap;

impl Walker<'_> {
    /// The arrays by number, with the number of coordinates of time outside of their blocks.
    pub(crate) fn own_arrays_of_tiles(&self) -> Result<BTreeMap<ArrayId, usize>> {
        let mut own = BTreeMap::new();
        if self.tiles.found.is_empty() {
            return Ok(own);
        }
        for (at, array) in self.arrays.iter() {
            let depth = match &array.key {
                ArrayKey::Part(Root::Object(id), _) => match self.tiles.declared.objects.get(id) {
                    Some(depth) => Some(*depth),
                    None if array.shape.is_empty() && array.origin == Origin::Local => {
                        self.scalar_depth(at, *id)?
                    }
                    None => None,
                },
                ArrayKey::Auxiliary(_) => self.tiles.declared.scalars.get(&at).copied(),
                _ => None,
            };
            let id = ArrayId(u32::try_from(at).unwrap_or(u32::MAX));
            own.extend(depth.map(|depth| (id, depth)));
        }
        Ok(own)
    }

    /// The coordinates of time outside of the only block that uses a scalar, if each of its
    /// executions sets the scalar first, in the same tile.
    fn scalar_depth(&self, array: usize, object: ObjectId) -> Result<Option<usize>> {
        let is_local = matches!(
            self.object(object).lifetime,
            Lifetime::Automatic | Lifetime::Temporary
        );
        if !is_local || self.tiles.declared.shared.contains(&object) {
            return Ok(None);
        }
        let uses = |access: &DraftAccess| access.array == array;
        let statements = self.statements.iter().enumerate();
        let mut users = statements.filter(|(_, s)| s.accesses.iter().any(uses));
        let Some((first, setter)) = users.next() else {
            return Ok(None);
        };
        let sets = setter.accesses.iter().filter(|a| uses(a)).count() == 1
            && setter.accesses.last().is_some_and(uses);
        let mut is_own = sets && setter.fill.is_none();
        for (at, user) in users {
            is_own = is_own && self.is_after((first, setter), (at, user))?;
        }
        Ok(Some(setter.times.len().saturating_sub(1)).filter(|_| is_own))
    }

    /// Whether the second statement is only executed after the first one, in the same iteration and
    /// the same tile.
    fn is_after(
        &self,
        (first, setter): (usize, &DraftStatement),
        (second, user): (usize, &DraftStatement),
    ) -> Result<bool> {
        let outer = setter.times.len().saturating_sub(1);
        let is_beside = setter.times.len() == user.times.len()
            && setter.times[..outer] == user.times[..outer]
            && user.fill.is_none();
        if !is_beside || !user.domain.is_subset(&setter.domain)? {
            return Ok(false);
        }
        let mut is_tiled = false;
        for tiling in &self.tiles.found {
            let start = tiling.statements.start;
            match [first, second].map(|at| tiling.statements.contains(&at)) {
                [true, true] => {
                    let (a, b) = (
                        &tiling.positions[first - start],
                        &tiling.positions[second - start],
                    );
                    is_tiled = true;
                    if !user.domain.is_subset(&a.eq_set(b)?)? {
                        return Ok(false);
                    }
                }
                [false, false] => {}
                _ => return Ok(false),
            }
        }
        Ok(is_tiled)
    }
}
