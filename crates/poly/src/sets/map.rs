//! Relations between two spaces.

use super::{Map, PwAff, Set, UnionMap, index};
use crate::{PolyError, Result};
use isl_rs::DimType;

forward!(Map {
    /// `{ [x -> y] -> x : x -> y in self }`
    domain_map() -> Map;
    /// `{ [x -> y] -> y : x -> y in self }`
    range_map() -> Map;
    /// `{ [x, y] -> z }` for `{ [x -> y] -> z }`
    flatten_domain() -> Map;
    /// `self ∩ other`.
    intersect(other: Map) -> Map;
    /// `self ∪ other`.
    union(other: Map) -> Map;
    /// `self \ other`.
    subtract(other: Map) -> Map;
    /// Keeps the pairs whose left side is in `set`.
    intersect_domain(set: Set) -> Map;
    /// Keeps the pairs whose right side is in `set`.
    intersect_range(set: Set) -> Map;
    /// Drops the pairs whose right side is in `set`.
    subtract_range(set: Set) -> Map;
    /// Keeps the pairs whose parameters satisfy `context`.
    intersect_params(context: Set) -> Map;
    /// Left sides.
    domain() -> Set;
    /// Right sides.
    range() -> Set;
    /// Sides exchanged.
    reverse() -> Map;
    /// `{ x -> z : x -> y in self, y -> z in other }`.
    apply_range(other: Map) -> Map;
    /// `{ z -> y : x -> y in self, x -> z in other }`.
    apply_domain(other: Map) -> Map;
    /// `{ x -> [y, z] : x -> y in self, x -> z in other }`.
    flat_range_product(other: Map) -> Map;
    /// `{ y - x : x -> y in self }`.
    deltas() -> Set;
    /// Largest right side per left side.
    lexmax() -> Map;
    /// Smallest right side per left side.
    lexmin() -> Map;
    /// As a union of one.
    to_union_map() -> UnionMap;
    /// Parameter values for which there is a pair.
    params() -> Set;
    /// `{ [x -> y] }`.
    wrap() -> Set;
    /// Drops every integer division: a superset.
    remove_divs() -> Map;
});

simplify!(Map {
    /// Drops constraints on parameters that `context` implies.
    gist_params(context: Set);
    /// Finds implied equalities.
    detect_equalities();
});

test!(Map {
    /// No pair for any parameter value.
    is_empty();
    /// Same pairs.
    is_equal(other: Map);
    /// `self ⊆ other`.
    is_subset(other: Map);
    /// At most one right side per left side.
    is_single_valued();
    /// At most one left side per right side.
    is_injective();
});

impl Map {
    /// `{ x -> y : x in domain, y in range }`.
    pub fn product(domain: &Set, range: &Set) -> Result<Map> {
        let raw = isl_rs::Map::from_domain_and_range(domain.take(), range.take())?;
        Ok(Map::own(raw, &domain.ctx))
    }

    /// Number of convex pieces.
    pub fn piece_count(&self) -> Result<usize> {
        Ok(index(self.raw.n_basic_map()?))
    }

    /// The convex pieces, each as a relation.
    pub fn pieces(&self) -> Result<Vec<Map>> {
        let list = self.raw.get_basic_map_list()?;
        (0..list.n_basic_map()?)
            .map(|k| {
                let piece = isl_rs::Map::from_basic_map(list.get_basic_map(k)?)?;
                Ok(Map::own(piece, &self.ctx))
            })
            .collect()
    }

    /// Dimensions of the left and the right side.
    pub fn dims(&self) -> Result<(usize, usize)> {
        Ok((
            index(self.raw.dim(DimType::In)?),
            index(self.raw.dim(DimType::Out)?),
        ))
    }

    /// The parameters that the constraints mention.
    pub fn used_params(&self) -> Result<Vec<String>> {
        let mut used = Vec::new();
        for at in 0..index(self.raw.dim(DimType::Param)?) as u32 {
            if self.raw.involves_dims(DimType::Param, at, 1)? {
                used.push(self.raw.get_dim_name(DimType::Param, at)?.to_string());
            }
        }
        Ok(used)
    }

    /// The pairs that the relation has for some values of parameters; names that it does not have
    /// are skipped.
    pub fn for_some_params(&self, names: &[String]) -> Result<Map> {
        let mut raw = self.take();
        for name in names {
            let at = raw.find_dim_by_name(DimType::Param, name)?;
            if let Ok(at) = u32::try_from(at) {
                raw = raw.project_out(DimType::Param, at, 1)?;
            }
        }
        Ok(Map::own(raw, &self.ctx))
    }

    /// A cheap convex superset: the constraints that all pieces share.
    pub fn simple_hull(&self) -> Result<Map> {
        let hull = isl_rs::Map::from_basic_map(self.take().simple_hull()?)?;
        Ok(Map::own(hull, &self.ctx))
    }

    /// Names the left side.
    pub fn with_domain_name(&self, name: &str) -> Result<Map> {
        let raw = self.take().set_tuple_name(DimType::In, name)?;
        Ok(Map::own(raw, &self.ctx))
    }

    /// Names the right side.
    pub fn with_range_name(&self, name: &str) -> Result<Map> {
        let raw = self.take().set_tuple_name(DimType::Out, name)?;
        Ok(Map::own(raw, &self.ctx))
    }

    /// Names both sides.
    pub fn with_names(&self, domain: &str, range: &str) -> Result<Map> {
        self.with_domain_name(domain)?.with_range_name(range)
    }

    /// Without the names of the two sides: `S[i] -> A[x]` becomes `[i] -> [x]`.
    pub fn without_names(&self) -> Result<Map> {
        let raw = self.take().reset_tuple_id(DimType::In)?;
        Ok(Map::own(raw.reset_tuple_id(DimType::Out)?, &self.ctx))
    }

    /// The constant value of coordinate `dim` of the right side, if the constraints show it
    /// directly.
    pub fn fixed_output(&self, dim: usize) -> Result<Option<i64>> {
        let value = self.raw.plain_get_val_if_fixed(DimType::Out, dim as u32)?;
        match value.is_int()? {
            true => Ok(Some(value.get_num_si()?)),
            false => Ok(None),
        }
    }

    /// The relation without some coordinates of the right side, given in ascending order.
    pub fn without_outputs(&self, dims: &[usize]) -> Result<Map> {
        let mut raw = self.take();
        for run in dims.chunk_by(|a, b| a + 1 == *b).rev() {
            raw = raw.project_out(DimType::Out, run[0] as u32, run.len() as u32)?;
        }
        Ok(Map::own(raw, &self.ctx))
    }

    /// Largest value of coordinate `dim` of the right side, as a function of left side and
    /// parameters.
    pub fn dim_max(&self, dim: usize) -> Result<PwAff> {
        Ok(PwAff::own(self.take().dim_max(dim as i32)?, &self.ctx))
    }
}
