//! Single pairs of relations, with the values of the parameters, and hulls that grow relations.

use super::{Map, Set, index};
use crate::Result;
use isl_rs::DimType;

/// One pair of a relation for some parameter values.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    /// Parameters by name.
    pub params: Vec<(String, i64)>,
    /// The left side.
    pub from: Vec<i64>,
    /// The right side.
    pub to: Vec<i64>,
}

forward!(Map {
    /// Keeps the pairs whose left side is not in `set`.
    subtract_domain(set: Set) -> Map;
});

test!(Map {
    /// No common pair.
    is_disjoint(other: Map);
});

impl Map {
    /// Without the name of the right side: `S[i] -> A[x]` becomes `S[i] -> [x]`.
    pub fn without_range_name(&self) -> Result<Map> {
        let raw = self.take().reset_tuple_id(DimType::Out)?;
        Ok(Map::own(raw, &self.ctx))
    }

    /// The smallest superset that equations alone describe, divisions included.
    pub fn affine_hull(&self) -> Result<Map> {
        let hull = isl_rs::Map::from_basic_map(self.take().affine_hull()?)?;
        Ok(Map::own(hull, &self.ctx))
    }

    /// A convex superset: those inequalities of `known` that hold for all pairs.
    pub fn hull_by_constraints_of(&self, known: &Map) -> Result<Map> {
        let constraints = known.take().to_list()?;
        let hull = self
            .take()
            .unshifted_simple_hull_from_map_list(constraints)?;
        let hull = isl_rs::Map::from_basic_map(hull)?;
        Ok(Map::own(hull, &self.ctx))
    }

    /// The pair with the lexicographically smallest parameters, left side and right side, or any
    /// pair if there is no smallest one; `None` if there is no pair.
    pub fn smallest_pair(&self) -> Result<Option<Pair>> {
        if self.is_empty()? {
            return Ok(None);
        }
        if let Some(only) = self.only_pair()? {
            return Ok(Some(only));
        }
        let names = self.wrap()?.param_names()?;
        let (inputs, outputs) = self.dims()?;
        let points = self.take().wrap()?.flatten()?;
        let params = u32::try_from(names.len())?;
        let points = points.move_dims(DimType::Set, 0, DimType::Param, 0, params)?;
        let smallest = points.copy()?.lexmin();
        self.ctx.raw().reset_error();
        let point = smallest.unwrap_or(points).sample_point()?;
        let at = |k: usize| -> Result<i64> {
            let value = point.get_coordinate_val(DimType::Set, k as i32)?;
            Ok(value.get_num_si()?)
        };
        let some = |first: usize, count: usize| -> Result<Vec<i64>> {
            (first..first + count).map(at).collect()
        };
        let values = some(0, names.len())?;
        Ok(Some(Pair {
            from: some(values.len(), inputs)?,
            to: some(values.len() + inputs, outputs)?,
            params: names.into_iter().zip(values).collect(),
        }))
    }

    /// The pair that equations give, if they leave no other one: it may be missing.
    pub fn only_pair(&self) -> Result<Option<Pair>> {
        let fixed = |side: DimType, count: usize| -> Result<Option<Vec<i64>>> {
            let mut all = Vec::new();
            for at in 0..count {
                let value = self.raw.plain_get_val_if_fixed(side, u32::try_from(at)?)?;
                match value.is_int()? {
                    true => all.push(value.get_num_si()?),
                    false => return Ok(None),
                }
            }
            Ok(Some(all))
        };
        let (inputs, outputs) = self.dims()?;
        let Some(to) = fixed(DimType::Out, outputs)? else {
            return Ok(None);
        };
        let Some(from) = fixed(DimType::In, inputs)? else {
            return Ok(None);
        };
        let names = self.wrap()?.param_names()?;
        let values = fixed(DimType::Param, names.len())?;
        Ok(values.map(|values| Pair {
            params: names.into_iter().zip(values).collect(),
            from,
            to,
        }))
    }

    /// The relation of this pair alone, if it is in the relation.
    pub fn only(&self, pair: &Pair) -> Result<Map> {
        let mut raw = self.take();
        for (name, value) in &pair.params {
            let at = raw.find_dim_by_name(DimType::Param, name)?;
            if let Ok(at) = u32::try_from(at) {
                raw = raw.fix_val(DimType::Param, at, self.number(*value)?)?;
            }
        }
        for (side, values) in [(DimType::In, &pair.from), (DimType::Out, &pair.to)] {
            let dims = index(raw.dim(side)?);
            for (at, value) in values.iter().enumerate().take(dims) {
                raw = raw.fix_val(side, at as u32, self.number(*value)?)?;
            }
        }
        Ok(Map::own(raw, &self.ctx))
    }

    fn number(&self, value: i64) -> Result<isl_rs::Val> {
        Ok(isl_rs::Val::int_from_si(self.ctx.raw(), value)?)
    }
}

impl Set {
    /// The lexicographically smallest parameter values for which there is a point, or any such
    /// values if there are no smallest ones; `None` if there is no point.
    pub fn smallest_params(&self) -> Result<Option<Vec<(String, i64)>>> {
        let params = self.take().params()?.from_params()?;
        let points = isl_rs::Map::from_range(params)?;
        let pair = Map::own(points, &self.ctx).smallest_pair()?;
        Ok(pair.map(|pair| pair.params))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Context;

    fn map(ctx: &Context, text: &str) -> Map {
        Map::parse(ctx, text).unwrap()
    }

    #[test]
    fn the_smallest_pair_has_the_smallest_parameters() {
        let ctx = Context::new();
        let text = "[N] -> { S[i] -> T[j] : 3 <= i < N and j = N - i }";
        let pair = map(&ctx, text).smallest_pair().unwrap().unwrap();
        assert_eq!(pair.params, [("N".to_string(), 4)]);
        assert_eq!((pair.from, pair.to), (vec![3], vec![1]));
        let none = map(&ctx, "[N] -> { S[i] -> T[j] : i < N < i }");
        assert_eq!(none.smallest_pair().unwrap(), None);
        let set = Set::parse(&ctx, "[N, M] -> { S[i] : 3 <= i < N and M = i + N }").unwrap();
        let params = [("N".to_string(), 4), ("M".to_string(), 7)];
        assert_eq!(set.smallest_params().unwrap().unwrap(), params);
        let unbounded = map(&ctx, "[N] -> { S[i] -> T[j] : i < N }");
        assert!(unbounded.smallest_pair().unwrap().is_some());
    }

    #[test]
    fn a_pair_is_a_relation() {
        let ctx = Context::new();
        let all = map(&ctx, "[N] -> { S[i] -> T[j] : 0 <= i, j < N }");
        let pair = Pair {
            params: vec![("N".to_string(), 5)],
            from: vec![2],
            to: vec![4],
        };
        let only = map(&ctx, "[N] -> { S[2] -> T[4] : N = 5 }");
        assert!(all.only(&pair).unwrap().is_equal(&only).unwrap());
        let other = Pair {
            to: vec![5],
            ..pair
        };
        assert!(all.only(&other).unwrap().is_empty().unwrap());
    }

    #[test]
    fn hulls_forget_what_grows() {
        let ctx = Context::new();
        let known = map(
            &ctx,
            "[N] -> { S[t, i] -> T[t, i] : t = N - 1 and 0 < i < N }",
        );
        let more = map(
            &ctx,
            "[N] -> { S[t, i] -> T[t, i] : t = N - 2 and 0 < i < N }",
        );
        let both = known.union(&more).unwrap();
        let lines = map(&ctx, "{ S[t, i] -> T[t, i] }");
        assert!(both.affine_hull().unwrap().is_equal(&lines).unwrap());
        let hull = both.hull_by_constraints_of(&known).unwrap();
        let hull = hull.intersect(&lines).unwrap();
        let kept = map(&ctx, "[N] -> { S[t, i] -> T[t, i] : t < N and 0 < i < N }");
        assert!(hull.is_equal(&kept).unwrap(), "{hull}");
    }
}
