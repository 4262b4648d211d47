//! Piecewise quasi-affine functions on sets: arithmetic, comparison, composition.

use super::{Map, PwAff, Set, index};
use crate::constraints::vectors;
use crate::{Atom, Context, Expr, PolyError, Result};
use isl_rs::{Aff, DimType, Id, PwMultiAff, Val};

forward!(PwAff {
    /// `self + other` where both are defined.
    add(other: PwAff) -> PwAff;
    /// `self - other` where both are defined.
    sub(other: PwAff) -> PwAff;
    /// `-self`
    neg() -> PwAff;
    /// The largest of both.
    max(other: PwAff) -> PwAff;
    /// The smallest of both.
    min(other: PwAff) -> PwAff;
    /// The one that is defined; the sum where both are.
    union_add(other: PwAff) -> PwAff;
    /// Undefined outside of `set`.
    intersect_domain(set: Set) -> PwAff;
    /// Where it is defined.
    domain() -> Set;
    /// `{ x : self(x) = other(x) }`
    eq_set(other: PwAff) -> Set;
    /// `{ x : self(x) <= other(x) }`
    le_set(other: PwAff) -> Set;
    /// `{ x : self(x) < other(x) }`
    lt_set(other: PwAff) -> Set;
    /// `{ x : self(x) >= 0 }`
    nonneg_set() -> Set;
});

simplify!(PwAff {
    /// Simplified under the constraints of `context`; arbitrary elsewhere.
    gist(context: Set);
});

impl PwAff {
    /// The number `value` on all vectors with `dims` coordinates.
    pub fn number(ctx: &Context, dims: usize, value: i64) -> Result<PwAff> {
        let value = Val::int_from_si(ctx.raw(), value)?;
        let aff = Aff::val_on_domain_space(vectors(ctx, dims)?, value)?;
        Ok(PwAff::own(isl_rs::PwAff::from_aff(aff)?, ctx))
    }

    /// `2^exponent` on all vectors with `dims` coordinates.
    pub fn power_of_two(ctx: &Context, dims: usize, exponent: u32) -> Result<PwAff> {
        let value = Val::int_from_ui(ctx.raw(), u64::from(exponent))?.pow2()?;
        let aff = Aff::val_on_domain_space(vectors(ctx, dims)?, value)?;
        Ok(PwAff::own(isl_rs::PwAff::from_aff(aff)?, ctx))
    }

    /// Coordinate `at` of vectors with `dims` coordinates.
    pub fn coordinate(ctx: &Context, dims: usize, at: usize) -> Result<PwAff> {
        let one = Val::int_from_si(ctx.raw(), 1)?;
        let zero = Aff::zero_on_domain_space(vectors(ctx, dims)?)?;
        let aff = zero.set_coefficient_val(DimType::In, at as i32, one)?;
        Ok(PwAff::own(isl_rs::PwAff::from_aff(aff)?, ctx))
    }

    /// A parameter on all vectors with `dims` coordinates.
    pub fn param(ctx: &Context, dims: usize, name: &str) -> Result<PwAff> {
        let id = Id::read_from_str(ctx.raw(), name)?;
        // isl reads the first word of a text.
        if id.get_name()? != name {
            return Err(PolyError::Failed(format!("`{name}` is no name")));
        }
        let space = vectors(ctx, dims)?.add_param_id(id.copy()?)?;
        let aff = Aff::param_on_domain_space_id(space, id)?;
        Ok(PwAff::own(isl_rs::PwAff::from_aff(aff)?, ctx))
    }

    /// An expression of parameters; `None` if it has products.
    pub fn from_expr(ctx: &Context, dims: usize, expr: &Expr) -> Result<Option<PwAff>> {
        let mut sum = PwAff::number(ctx, dims, expr.constant_part())?;
        for (atom, coefficient) in expr.terms() {
            let Some(value) = Self::from_atom(ctx, dims, atom)? else {
                return Ok(None);
            };
            sum = sum.add(&value.scale(coefficient)?)?;
        }
        Ok(Some(sum))
    }

    fn from_atom(ctx: &Context, dims: usize, atom: &Atom) -> Result<Option<PwAff>> {
        let all = |list: &[Expr], pick: fn(&PwAff, &PwAff) -> Result<PwAff>| {
            let mut found: Option<PwAff> = None;
            for expr in list {
                let Some(value) = Self::from_expr(ctx, dims, expr)? else {
                    return Ok(None);
                };
                found = Some(match found {
                    Some(best) => pick(&best, &value)?,
                    None => value,
                });
            }
            Ok(found)
        };
        match atom {
            Atom::Var(name) => Ok(Some(PwAff::param(ctx, dims, name)?)),
            Atom::Floor(inner, by) => {
                let inner = Self::from_expr(ctx, dims, inner)?;
                inner.map(|inner| inner.floor_div(*by)).transpose()
            }
            Atom::Max(list) => all(list, PwAff::max),
            Atom::Min(list) => all(list, PwAff::min),
            Atom::Product(_) => Ok(None),
        }
    }

    /// `self * factor`
    pub fn scale(&self, factor: i64) -> Result<PwAff> {
        let factor = Val::int_from_si(self.ctx.raw(), factor)?;
        Ok(PwAff::own(self.take().scale_val(factor)?, &self.ctx))
    }

    /// `floor(self / divisor)` for a positive divisor.
    pub fn floor_div(&self, divisor: i64) -> Result<PwAff> {
        let divisor = Val::int_from_si(self.ctx.raw(), divisor)?;
        let raw = self.take().scale_down_val(divisor)?.floor()?;
        Ok(PwAff::own(raw, &self.ctx))
    }

    /// `self - divisor * floor(self / divisor)` for a positive divisor.
    pub fn modulo(&self, divisor: i64) -> Result<PwAff> {
        let divisor = Val::int_from_si(self.ctx.raw(), divisor)?;
        Ok(PwAff::own(self.take().mod_val(divisor)?, &self.ctx))
    }

    /// The function on vectors with `more` further coordinates, which it ignores.
    pub fn lifted(&self, more: usize) -> Result<PwAff> {
        if more == 0 {
            return Ok(self.clone());
        }
        let raw = self.take().add_dims(DimType::In, more as u32)?;
        Ok(PwAff::own(raw, &self.ctx))
    }

    /// `x -> self(map(x))` for a single-valued relation.
    pub fn pullback(&self, map: &Map) -> Result<PwAff> {
        let by = PwMultiAff::from_map(map.take())?;
        let raw = self.take().pullback_pw_multi_aff(by)?;
        Ok(PwAff::own(raw, &self.ctx))
    }

    /// `{ x -> [self(x)] }`
    pub fn to_map(&self) -> Result<Map> {
        Ok(Map::own(isl_rs::Map::from_pw_aff(self.take())?, &self.ctx))
    }

    /// `{ [self] }` for a function of the parameters alone.
    pub fn to_set(&self) -> Result<Set> {
        Ok(Set::own(isl_rs::Set::from_pw_aff(self.take())?, &self.ctx))
    }

    /// Number of coordinates of its arguments.
    pub fn dims(&self) -> Result<usize> {
        Ok(index(self.raw.dim(DimType::In)?))
    }

    /// Names of the parameters that it depends on.
    pub fn used_params(&self) -> Result<Vec<String>> {
        let mut used = Vec::new();
        for at in 0..index(self.raw.dim(DimType::Param)?) as u32 {
            if self.raw.involves_dims(DimType::Param, at, 1)? {
                used.push(self.raw.get_dim_name(DimType::Param, at)?.to_string());
            }
        }
        Ok(used)
    }

    /// Whether it depends on coordinates from `first` on.
    pub fn involves_from(&self, first: usize) -> Result<bool> {
        let dims = self.dims()?;
        match dims.checked_sub(first) {
            None | Some(0) => Ok(false),
            Some(count) => {
                let (first, count) = (first as u32, count as u32);
                Ok(self.raw.involves_dims(DimType::In, first, count)?)
            }
        }
    }

    /// Number of pieces.
    pub fn piece_count(&self) -> Result<usize> {
        Ok(index(self.raw.n_piece()?))
    }

    /// The expression if it is one piece, defined everywhere or on one set.
    pub fn as_expr(&self) -> Result<Option<Expr>> {
        if self.piece_count()? != 1 {
            return Ok(None);
        }
        match self.pieces() {
            Ok(mut pieces) => Ok(pieces.pop().map(|piece| piece.value)),
            Err(PolyError::Failed(_) | PolyError::Overflow) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl Set {
    /// The set with `more` further coordinates of any value.
    pub fn lifted(&self, more: usize) -> Result<Set> {
        if more == 0 {
            return Ok(self.clone());
        }
        let raw = self.take().add_dims(DimType::Set, more as u32)?;
        Ok(Set::own(raw, &self.ctx))
    }

    /// The first `dims` coordinates of all points.
    pub fn truncated(&self, dims: usize) -> Result<Set> {
        let count = self.dims()?.saturating_sub(dims);
        if count == 0 {
            return Ok(self.clone());
        }
        let raw = self
            .take()
            .project_out(DimType::Set, dims as u32, count as u32)?;
        Ok(Set::own(raw, &self.ctx))
    }

    /// `{ [x] -> [y] : [x, y] in self }`, where `x` has `dims` coordinates.
    pub fn split_at(&self, dims: usize) -> Result<Map> {
        let all = self.dims()?;
        let raw = isl_rs::Map::from_range(self.take())?.move_dims(
            DimType::In,
            0,
            DimType::Out,
            0,
            dims.min(all) as u32,
        )?;
        Ok(Map::own(raw, &self.ctx))
    }

    /// All other points of the space.
    pub fn complement(&self) -> Result<Set> {
        Ok(Set::own(self.take().complement()?, &self.ctx))
    }

    /// The set simplified under the constraints of `context`; arbitrary elsewhere.
    pub fn gist(&self, context: &Set) -> Result<Set> {
        Ok(Set::own(self.take().gist(context.take())?, &self.ctx))
    }
}

impl Map {
    /// Smallest value of coordinate `dim` of the right side, as a function of left side and
    /// parameters.
    pub fn dim_min(&self, dim: usize) -> Result<PwAff> {
        Ok(PwAff::own(self.take().dim_min(dim as i32)?, &self.ctx))
    }

    /// The relation with `more` further coordinates of any value on its left side.
    pub fn with_inputs(&self, more: usize) -> Result<Map> {
        let raw = self.take().add_dims(DimType::In, more as u32)?;
        Ok(Map::own(raw, &self.ctx))
    }

    /// `{ [x] -> [y, z] : [x] -> [y] in self, z any }`, where `z` has `more` coordinates.
    pub fn with_outputs(&self, more: usize) -> Result<Map> {
        let raw = self.take().add_dims(DimType::Out, more as u32)?;
        Ok(Map::own(raw, &self.ctx))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_made_and_composed() {
        let ctx = Context::new();
        let n = PwAff::param(&ctx, 1, "N").unwrap();
        let i = PwAff::coordinate(&ctx, 1, 0).unwrap();
        let one = PwAff::number(&ctx, 1, 1).unwrap();
        let last = n.sub(&one).unwrap();
        let flipped = last.sub(&i).unwrap().modulo(3).unwrap();
        let expected = Map::parse(&ctx, "[N] -> { [i] -> [(N - 1 - i) mod 3] }").unwrap();
        assert!(flipped.to_map().unwrap().is_equal(&expected).unwrap());
        let twice = Map::parse(&ctx, "{ [i] -> [2*i] }").unwrap();
        let pulled = i.scale(3).unwrap().pullback(&twice).unwrap();
        let expected = Map::parse(&ctx, "{ [i] -> [6*i] }").unwrap();
        assert!(pulled.to_map().unwrap().is_equal(&expected).unwrap());
        assert_eq!(n.used_params().unwrap(), ["N"]);
        assert!(!n.involves_from(0).unwrap() && i.involves_from(0).unwrap());
        let big = PwAff::power_of_two(&ctx, 0, 64).unwrap();
        assert!(big.to_string().contains("18446744073709551616"));
    }

    #[test]
    fn sets_are_split() {
        let ctx = Context::new();
        let set = Set::parse(&ctx, "[N] -> { [i, k] : 0 <= i <= k < N }").unwrap();
        let expected = Map::parse(&ctx, "[N] -> { [i] -> [k] : 0 <= i <= k < N }").unwrap();
        assert!(set.split_at(1).unwrap().is_equal(&expected).unwrap());
        let first = set.split_at(1).unwrap().dim_min(0).unwrap();
        let expected = Map::parse(&ctx, "[N] -> { [i] -> [i] : 0 <= i < N }").unwrap();
        assert!(first.to_map().unwrap().is_equal(&expected).unwrap());
        let shorter = set.truncated(1).unwrap();
        let expected = Set::parse(&ctx, "[N] -> { [i] : 0 <= i < N }").unwrap();
        assert!(shorter.is_equal(&expected).unwrap());
    }
}
