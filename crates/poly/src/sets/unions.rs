//! Sets and relations over several spaces.

use super::{Map, UnionMap, UnionSet};
use crate::{Context, PolyError, Result, raw};

forward!(UnionMap {
    /// `self ∪ other`.
    union(other: UnionMap) -> UnionMap;
    /// `{ x -> z : x -> y in self, y -> z in other }`.
    apply_range(other: UnionMap) -> UnionMap;
    /// Keeps the pairs whose left side is in `set`.
    intersect_domain(set: UnionSet) -> UnionMap;
    /// Keeps the pairs whose right side is in `set`.
    intersect_range(set: UnionSet) -> UnionMap;
});

simplify!(UnionMap {
    /// Fewer, larger pieces; same pairs.
    coalesce();
});

test!(UnionMap {
    /// `self ⊆ other`.
    is_subset(other: UnionMap);
});

impl UnionMap {
    /// The empty union.
    pub fn empty(ctx: &Context) -> Result<Self> {
        Self::parse(ctx, "{ }")
    }

    /// The relations of the union, one per pair of spaces.
    pub fn maps(&self) -> Result<Vec<Map>> {
        let list = self.raw.get_map_list()?;
        (0..list.n_map()?)
            .map(|k| Ok(Map::own(list.get_map(k)?, &self.ctx)))
            .collect()
    }

    /// A superset of `{ x -> y : a chain of pairs leads from x to y }`, and whether it is known to
    /// be exact.
    pub fn transitive_closure(&self) -> Result<(UnionMap, bool)> {
        let found = raw::transitive_closure(self.take());
        let failed = || match self.ctx.is_exhausted() {
            true => PolyError::Budget,
            false => PolyError::Failed("isl_union_map_transitive_closure".to_string()),
        };
        let (closure, exact) = found.ok_or_else(failed)?;
        Ok((UnionMap::own(closure, &self.ctx), exact))
    }
}
