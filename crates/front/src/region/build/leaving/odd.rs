//! Accesses that leave their box in ways that working programs use on purpose.

use super::BoxCheck;
use crate::region::build::related::{Related, outside};
use poly::{Expr, Map, Result, Set, Space, names};
use scop::{ParamKind, Subscript};

impl BoxCheck<'_, '_> {
    /// Whether the access leaves its box whenever it happens, or leaves it by a bounded distance
    /// for an unbounded variable that would otherwise be bounded.
    pub(super) fn is_too_far(
        &self,
        access: &Related<'_>,
        outside: &Map,
        undefined: &Set,
    ) -> Result<bool> {
        let array = self.plan.arrays[access.array].var;
        let context = self.found.contexts.get(&array).unwrap_or(self.known);
        let happens = self.at_present(&access.free.params()?.intersect(context)?)?;
        let defined = happens.subtract(&self.at_present(undefined)?)?;
        if defined.is_empty()? {
            return Ok(!happens.is_empty()?);
        }
        let variables = self.plan.params.iter().map(|p| &p.param);
        for param in variables.filter(|p| p.kind == ParamKind::Variable) {
            let bound = |params: &Set| self.has_bound(params, &param.name);
            if !bound(&happens)? && bound(&defined)? {
                return self.has_bounded_distance(access, outside);
            }
        }
        Ok(false)
    }

    /// Whether a parameter has an upper bound in a set.
    fn has_bound(&self, params: &Set, name: &str) -> Result<bool> {
        let values = Space::new(self.plan.ctx, [name]).points(&[name], "true")?;
        let values = values.intersect_params(params)?;
        Ok(values.is_empty()? || values.dim_max_value(0)?.is_some())
    }

    /// Whether the distance from the box has an upper bound for all variables.
    fn has_bounded_distance(&self, access: &Related<'_>, outside: &Map) -> Result<bool> {
        for dim in 0..self.plan.arrays[access.array].extents.len() {
            let distances = self.at_present(&self.distances(access, outside, dim)?)?;
            let bounded = distances.is_empty()? || distances.dim_max_value(0)?.is_some();
            if !bounded {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// `{ [d] }`: the distances of elements outside of the box from the box in one dimension.
    fn distances(&self, access: &Related<'_>, outside: &Map, dim: usize) -> Result<Set> {
        let extents = &self.plan.arrays[access.array].extents;
        let c = names("c", extents.len());
        let own = Expr::var(&c[dim]);
        let below = format!("d' = {} - 1", -own.clone());
        let distance = match &extents[dim] {
            None => "false".to_string(),
            Some(extent) => format!("({below} or d' = {})", own - extent.clone()),
        };
        let distance = format!("{distance} and d' >= 0");
        let elements = outside.intersect_params(self.known)?.range()?;
        let distances = self.plan.space().pairs(&c, &["d'"], distance)?;
        distances
            .intersect_domain(&elements.reset_tuple_id()?)?
            .range()
    }

    /// Whether the access continues from one row into the next, and no access to another row does.
    pub(super) fn goes_on(
        &self,
        access: &Related<'_>,
        outside: &Map,
        undefined: &Set,
    ) -> Result<bool> {
        for dim in self.fixed_rows(access) {
            if !self.distances(access, outside, dim)?.is_empty()?
                && !self.has_company(access, dim, undefined)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the access continues from one row into the next, and all accesses name that row.
    pub(super) fn is_only_row(&self, access: &Related<'_>) -> Result<bool> {
        for dim in self.fixed_rows(access) {
            let mut own = self.related.iter().filter(|r| r.array == access.array);
            let outside = outside(&access.free, &self.boxes[access.array])?;
            if matches!(access.draft.subscripts[dim], Subscript::Affine(_))
                && own.all(|other| row(other, dim) == row(access, dim))
                && !self.distances(access, &outside, dim)?.is_empty()?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The dimensions after one in which the access names one of several rows by a number.
    fn fixed_rows(&self, access: &Related<'_>) -> Vec<usize> {
        let extents = &self.plan.arrays[access.array].extents;
        let size = |dim: usize| extents[dim - 1].as_ref().and_then(Expr::as_constant);
        let is_fixed = |dim: usize| matches!(row(access, dim), Subscript::Affine(e) if e.as_constant().is_some());
        let all = 1..extents.len();
        all.filter(|dim| is_fixed(*dim) && size(*dim) != Some(1))
            .collect()
    }

    /// Whether an access to another row leaves the dimension for the same parameter values.
    fn has_company(&self, access: &Related<'_>, dim: usize, undefined: &Set) -> Result<bool> {
        let own = self.related.iter().filter(|r| r.array == access.array);
        for other in own.filter(|r| row(r, dim) != row(access, dim)) {
            let leaves = outside(&other.free, &self.boxes[other.array])?.params()?;
            let both = other.free.params()?.intersect(undefined)?;
            if !both.is_empty()? && both.is_subset(&leaves)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The subscript before a dimension.
fn row<'r>(of: &'r Related<'_>, dim: usize) -> &'r Subscript {
    &of.draft.subscripts[dim - 1]
}
