//! Sets and relations of several spaces together.

use super::{Map, Set, UnionMap, UnionSet};
use crate::{Context, PolyError, Result, raw};

forward!(UnionSet {
    /// `self ∪ other`.
    union(other: UnionSet) -> UnionSet;
    /// `self ∩ other`.
    intersect(other: UnionSet) -> UnionSet;
    /// `self \ other`.
    subtract(other: UnionSet) -> UnionSet;
    /// The points that `map` reaches.
    apply(map: UnionMap) -> UnionSet;
    /// Keeps the points whose parameters satisfy `context`.
    intersect_params(context: Set) -> UnionSet;
    /// Parameter values for which there is a point.
    params() -> Set;
    /// The identity relation.
    identity() -> UnionMap;
});

simplify!(UnionSet {
    /// Fewer, larger pieces; same points.
    coalesce();
});

test!(UnionSet {
    /// No point.
    is_empty();
    /// Same points.
    is_equal(other: UnionSet);
    /// `self ⊆ other`.
    is_subset(other: UnionSet);
});

forward!(UnionMap {
    /// `self ∪ other`.
    union(other: UnionMap) -> UnionMap;
    /// `self ∩ other`.
    intersect(other: UnionMap) -> UnionMap;
    /// `self \ other`.
    subtract(other: UnionMap) -> UnionMap;
    /// Left sides.
    domain() -> UnionSet;
    /// Right sides.
    range() -> UnionSet;
    /// Sides exchanged.
    reverse() -> UnionMap;
    /// `{ x -> z : x -> y in self, y -> z in other }`.
    apply_range(other: UnionMap) -> UnionMap;
    /// `{ z -> y : x -> y in self, x -> z in other }`.
    apply_domain(other: UnionMap) -> UnionMap;
    /// Keeps the pairs whose left side is in `set`.
    intersect_domain(set: UnionSet) -> UnionMap;
    /// Keeps the pairs whose right side is in `set`.
    intersect_range(set: UnionSet) -> UnionMap;
    /// Keeps the pairs whose parameters satisfy `context`.
    intersect_params(context: Set) -> UnionMap;
    /// Largest right side per left side.
    lexmax() -> UnionMap;
    /// Smallest right side per left side.
    lexmin() -> UnionMap;
    /// `{ y - x : x -> y in self }` for each space.
    deltas() -> UnionSet;
    /// Parameter values for which there is a pair.
    params() -> Set;
});

simplify!(UnionMap {
    /// Fewer, larger pieces; same pairs.
    coalesce();
});

test!(UnionMap {
    /// No pair.
    is_empty();
    /// Same pairs.
    is_equal(other: UnionMap);
    /// `self ⊆ other`.
    is_subset(other: UnionMap);
    /// At most one right side per left side.
    is_single_valued();
});

impl UnionSet {
    /// The empty union.
    pub fn empty(ctx: &Context) -> Result<Self> {
        Self::parse(ctx, "{ }")
    }

    /// The sets of the union, one per space.
    pub fn sets(&self) -> Result<Vec<Set>> {
        let list = self.raw.get_set_list()?;
        (0..list.n_set()?)
            .map(|k| Ok(Set::own(list.get_set(k)?, &self.ctx)))
            .collect()
    }
}

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

    /// `{ x -> y : a chain of pairs leads from x to y }`, or more pairs; whether it is known to be just that.
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
