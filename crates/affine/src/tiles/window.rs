//! The part of the iterators of one statement that a tile has: `o <= p(x) < o + T` for a position
//! `p`, which is found from the largest `o` for each instance.

use crate::state::Walker;
use crate::stop::Result;
use crate::values::factors_of;
use crate::values::is_tile_name;
use poly::{Atom, Context, Expr, PolyError, PwAff, Set};

/// A dimension of tiles.
#[derive(Clone)]
pub(super) struct Axis {
    /// The counter, as a message names it.
    pub(super) name: String,
    /// The parameter that is its value.
    pub(super) origin: String,
    /// The first value, a function of the iterators outside.
    pub(super) first: PwAff,
    /// The distance of tiles; `None` if the counter is their number.
    pub(super) size: Option<PwAff>,
}

/// The tiles of one axis among the iterators of a statement.
pub(super) struct Window {
    pub(super) position: PwAff,
    /// `{ x : o <= p(x) < o + T }`
    pub(super) inside: Set,
    /// What is known of the tile of each instance, once the condition `needed` holds.
    pub(super) known: Set,
    /// What has to hold for each instance.
    pub(super) needed: Set,
    /// The size, if it is a factor of a product.
    pub(super) factor: Option<String>,
}

/// The product of a tile's number and its size.
pub(super) struct Product {
    pub(super) name: String,
    pub(super) factor: String,
}

impl Axis {
    /// The product of its number that occurs in a set; `None` if there are several.
    pub(super) fn product(&self, inside: &Set) -> Result<Option<Product>> {
        let mut found = Vec::new();
        for name in inside.used_params()? {
            let factor = match factors_of(&name).as_slice() {
                [a, b] if *a == self.origin => Some(b.clone()),
                [a, b] if *b == self.origin => Some(a.clone()),
                _ => None,
            };
            found.extend(factor.map(|factor| Product { name, factor }));
        }
        let only = found.len() == 1;
        Ok(found.pop().filter(|_| only && self.size.is_none()))
    }
}

impl Walker<'_> {
    /// The windows of an axis that a statement may have. `hidden` are the parameters that depend on
    /// the tile.
    pub(super) fn windows(
        &self,
        inside: &Set,
        axis: &Axis,
        hidden: &[String],
    ) -> Result<Vec<Window>> {
        let dims = inside.dims()?;
        let product = axis.product(inside)?;
        let sought = product.as_ref().map_or(&axis.origin, |p| &p.name);
        let origin = PwAff::param(self.ctx, dims, sought)?;
        let origins = origin.to_map()?.intersect_domain(inside)?;
        let last = match origins.for_some_params(hidden)?.dim_max(0) {
            Err(PolyError::Failed(_)) => return Ok(Vec::new()),
            last => last?,
        };
        let mut found = Vec::new();
        for piece in last.pieces()? {
            found.extend(match (&product, &axis.size) {
                (Some(product), _) => self.by_product((axis, product), &origin, &piece.value)?,
                (None, Some(size)) => by_origin((axis, size), &origin, &piece.value)?,
                (None, None) => by_number(&origin, &piece.value)?,
            });
        }
        Ok(found)
    }

    /// The counter is the number of the tile, the product with its size the origin.
    fn by_product(
        &self,
        (axis, product): (&Axis, &Product),
        origin: &PwAff,
        last: &Expr,
    ) -> Result<Option<Window>> {
        let dims = origin.dims()?;
        let Some(position) = function(self.ctx, dims, last)? else {
            return Ok(None);
        };
        let number = PwAff::param(self.ctx, dims, &axis.origin)?;
        let size = PwAff::param(self.ctx, dims, &product.factor)?;
        Ok(Some(Window {
            inside: between(origin, &position, &size)?,
            known: number.nonneg_set()?,
            needed: position.nonneg_set()?,
            position,
            factor: Some(product.factor.clone()),
        }))
    }
}

/// The counter is the origin of the tile.
fn by_origin((axis, size): (&Axis, &PwAff), origin: &PwAff, last: &Expr) -> Result<Option<Window>> {
    let dims = origin.dims()?;
    let Some(position) = function(origin.context(), dims, last)? else {
        return Ok(None);
    };
    let first = axis.first.lifted(dims - axis.first.dims()?)?;
    let size = size.lifted(dims - size.dims()?)?;
    Ok(Some(Window {
        inside: between(origin, &position, &size)?,
        known: first.le_set(origin)?,
        needed: first.le_set(&position)?,
        position,
        factor: None,
    }))
}

/// The counter is the number of a tile whose size is a number: `floor(p(x) / T)`.
fn by_number(number: &PwAff, last: &Expr) -> Result<Option<Window>> {
    let (ctx, dims) = (number.context(), number.dims()?);
    let Some((position, size)) = whole(last) else {
        return Ok(None);
    };
    let Some(position) = function(ctx, dims, &position)? else {
        return Ok(None);
    };
    let origin = number.scale(size)?;
    let all = Set::all(ctx, dims)?;
    Ok(Some(Window {
        inside: between(&origin, &position, &PwAff::number(ctx, dims, size)?)?,
        known: all.clone(),
        needed: all,
        position,
        factor: None,
    }))
}

/// `{ x : o <= p(x) < o + T }`
fn between(origin: &PwAff, position: &PwAff, size: &PwAff) -> poly::Result<Set> {
    let next = origin.add(size)?;
    origin.le_set(position)?.intersect(&position.lt_set(&next)?)
}

/// `(p, T)` for `floor(p / T)`, to which whole numbers may be added.
fn whole(quotient: &Expr) -> Option<(Expr, i64)> {
    let mut floors = quotient
        .terms()
        .filter_map(|(atom, coefficient)| match atom {
            Atom::Floor(numerator, size) => Some((numerator, *size, coefficient)),
            _ => None,
        });
    match (floors.next(), floors.next()) {
        (Some((numerator, size, 1)), None) => {
            let floor = Expr::atom(Atom::Floor(numerator.clone(), size));
            let rest = quotient.clone() - floor;
            Some((rest * size + (**numerator).clone(), size))
        }
        _ => None,
    }
}

/// An affine expression as a function of `dims` iterators; `None` if it is not affine, or depends
/// on a tile.
fn function(ctx: &Context, dims: usize, expr: &Expr) -> poly::Result<Option<PwAff>> {
    let mut sum = PwAff::number(ctx, dims, expr.constant_part())?;
    for (atom, coefficient) in expr.terms() {
        let Atom::Var(name) = atom else {
            return Ok(None);
        };
        let variable = match iterator(name) {
            Some(at) => PwAff::coordinate(ctx, dims, at)?,
            None if is_tile_name(name) => return Ok(None),
            None => PwAff::param(ctx, dims, name)?,
        };
        sum = sum.add(&variable.scale(coefficient)?)?;
    }
    Ok(Some(sum))
}

/// 3 for `i3`.
fn iterator(name: &str) -> Option<usize> {
    name.strip_prefix('i')?.parse().ok()
}
