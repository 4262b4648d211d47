//! Sets of one space.

use super::{Map, PwAff, Set, UnionSet, index};
use crate::{PolyError, Result, raw};
use isl_rs::DimType;

forward!(Set {
    /// `self ∩ other`.
    intersect(other: Set) -> Set;
    /// `self ∪ other`.
    union(other: Set) -> Set;
    /// `self \ other`.
    subtract(other: Set) -> Set;
    /// Keeps the points whose parameters satisfy `context`.
    intersect_params(context: Set) -> Set;
    /// The parameter values for which the set has a point.
    params() -> Set;
    /// `{ -x : x in self }`.
    neg() -> Set;
    /// The points `{ y : x -> y in map, x in self }`.
    apply(map: Map) -> Set;
    /// The lexicographically smallest point, per parameter value.
    lexmin() -> Set;
    /// The lexicographically largest point, per parameter value.
    lexmax() -> Set;
    /// Drops every integer division: a superset.
    remove_divs() -> Set;
    /// The identity relation on the set.
    identity() -> Map;
    /// As a union of one.
    to_union_set() -> UnionSet;
    /// Removes the space's name: `A[x]` becomes `[x]`.
    reset_tuple_id() -> Set;
});

simplify!(Set {
    /// Finds the equalities that the constraints imply.
    detect_equalities();
    /// Drops constraints on parameters that `context` implies.
    gist_params(context: Set);
    /// Drops redundant constraints.
    remove_redundancies();
});

test!(Set {
    /// No point for any parameter value.
    is_empty();
    /// `self ⊆ other`.
    is_subset(other: Set);
    /// Same points for all parameter values.
    is_equal(other: Set);
    /// The same constraints.
    plain_is_equal(other: Set);
    /// No common point.
    is_disjoint(other: Set);
});

impl Set {
    /// Dimension of the vectors.
    pub fn dims(&self) -> Result<usize> {
        Ok(index(self.raw.dim(DimType::Set)?))
    }

    /// Number of convex pieces.
    pub fn piece_count(&self) -> Result<usize> {
        Ok(index(self.raw.n_basic_set()?))
    }

    /// Names of the parameters, in the order of the space.
    pub fn param_names(&self) -> Result<Vec<String>> {
        (0..index(self.raw.dim(DimType::Param)?))
            .map(|p| Ok(self.raw.get_dim_name(DimType::Param, p as u32)?.to_string()))
            .collect()
    }

    /// The condition of a set of parameter values, in isl's notation; `None` if all are in it.
    pub fn condition(&self) -> Option<String> {
        let text = self.to_string();
        let (_, rest) = text.split_once(": ")?;
        let condition = rest.rsplit_once('}')?.0.trim();
        (!condition.is_empty()).then(|| condition.to_string())
    }

    /// The parameters that the constraints mention.
    pub fn used_params(&self) -> Result<Vec<String>> {
        let mut used = Vec::new();
        for (p, name) in self.param_names()?.into_iter().enumerate() {
            if self.raw.involves_dims(DimType::Param, p as u32, 1)? {
                used.push(name);
            }
        }
        Ok(used)
    }

    /// The convex pieces, each as a set.
    pub fn pieces(&self) -> Result<Vec<Set>> {
        let list = self.raw.get_basic_set_list()?;
        (0..list.n_basic_set()?)
            .map(|k| {
                let piece = isl_rs::Set::from_basic_set(list.get_basic_set(k)?)?;
                Ok(Set::own(piece, &self.ctx))
            })
            .collect()
    }

    /// Largest value of coordinate `dim`, as a function of the parameters, where the set has
    /// points.
    pub fn dim_max(&self, dim: usize) -> Result<PwAff> {
        Ok(PwAff::own(self.take().dim_max(dim as i32)?, &self.ctx))
    }

    /// Smallest value of coordinate `dim`, as a function of the parameters, where the set has
    /// points.
    pub fn dim_min(&self, dim: usize) -> Result<PwAff> {
        Ok(PwAff::own(self.take().dim_min(dim as i32)?, &self.ctx))
    }

    /// Largest value of coordinate `dim` for any parameters; `None` if the set is empty or
    /// unbounded.
    pub fn dim_max_value(&self, dim: usize) -> Result<Option<i64>> {
        if self.is_empty()? {
            return Ok(None);
        }
        let value = self.take().dim_max_val(dim as i32)?;
        match value.is_int()? {
            true => Ok(Some(value.get_num_si()?)),
            false => Ok(None),
        }
    }

    /// Largest value of `form·x` for any parameters; `None` if the set is empty or the form
    /// unbounded on it.
    pub fn max_of(&self, form: &[i64]) -> Result<Option<i64>> {
        let mut aff = isl_rs::Aff::zero_on_domain_space(self.raw.get_space()?)?;
        for (at, c) in form.iter().enumerate() {
            let c = isl_rs::Val::int_from_si(self.ctx.raw(), *c)?;
            aff = aff.set_coefficient_val(DimType::In, at as i32, c)?;
        }
        let value = self.raw.max_val(&aff)?;
        match value.is_int()? {
            true => Ok(Some(value.get_num_si()?)),
            false => Ok(None),
        }
    }

    /// Names the space: `[x]` becomes `name[x]`.
    pub fn named(&self, name: &str) -> Result<Set> {
        Ok(Set::own(self.take().set_tuple_name(name)?, &self.ctx))
    }

    /// A cheap convex superset: the constraints that all pieces share.
    pub fn simple_hull(&self) -> Result<Set> {
        let hull = isl_rs::Set::from_basic_set(self.take().simple_hull()?)?;
        Ok(Set::own(hull, &self.ctx))
    }

    /// `{ x -> y : x in self, y in other, x lexicographically before y }`.
    pub fn lex_lt(&self, other: &Set) -> Result<Map> {
        Ok(Map::own(self.take().lex_lt_set(other.take())?, &self.ctx))
    }

    /// Fixes parameters by name; names that the set does not have are skipped.
    pub fn fix_params<'a>(&self, values: impl IntoIterator<Item = (&'a str, i64)>) -> Result<Set> {
        let mut raw = self.take();
        for (name, value) in values {
            let at = raw.find_dim_by_name(DimType::Param, name)?;
            if let Ok(at) = u32::try_from(at) {
                let value = isl_rs::Val::int_from_si(self.ctx.raw(), value)?;
                raw = raw.fix_val(DimType::Param, at, value)?;
            }
        }
        Ok(Set::own(raw, &self.ctx))
    }

    /// Drops all constraints on parameters: a superset. Names that the set does not have are
    /// skipped.
    pub fn without_constraints_on(&self, names: &[String]) -> Result<Set> {
        let mut raw = self.take();
        for name in names {
            let at = raw.find_dim_by_name(DimType::Param, name)?;
            if let Ok(at) = u32::try_from(at) {
                raw = raw.remove_divs_involving_dims(DimType::Param, at, 1)?;
                raw = raw.drop_constraints_involving_dims(DimType::Param, at, 1)?;
            }
        }
        Ok(Set::own(raw, &self.ctx))
    }

    /// The points that the set has for some values of parameters; names that the set does not have
    /// are skipped.
    pub fn for_some_params(&self, names: &[String]) -> Result<Set> {
        let mut raw = self.take();
        for name in names {
            let at = raw.find_dim_by_name(DimType::Param, name)?;
            if let Ok(at) = u32::try_from(at) {
                raw = raw.project_out(DimType::Param, at, 1)?;
            }
        }
        Ok(Set::own(raw, &self.ctx))
    }

    /// All points of a set without free parameters, at most `limit` of them; `None` if there are
    /// more.
    pub fn points(&self, limit: usize) -> Result<Option<Vec<Vec<i64>>>> {
        if self.is_empty()? {
            return Ok(Some(Vec::new()));
        }
        let raw = self.take().project_out_all_params()?;
        let found = raw::points(&raw, limit);
        self.ctx.raw().reset_error();
        let found = found.ok_or(PolyError::Budget)?;
        if found.len() > limit {
            return Ok(None);
        }
        let dims = self.dims()?;
        let mut points = found
            .iter()
            .map(|point| coordinates(point, dims))
            .collect::<Result<Vec<_>>>()?;
        points.sort_unstable();
        Ok(Some(points))
    }
}

fn coordinates(point: &isl_rs::Point, count: usize) -> Result<Vec<i64>> {
    (0..count)
        .map(|k| {
            Ok(point
                .get_coordinate_val(DimType::Set, k as i32)?
                .get_num_si()?)
        })
        .collect()
}
