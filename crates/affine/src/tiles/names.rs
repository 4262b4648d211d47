//! Parameters that stand for numbers which are no affine functions of others: origins and numbers
//! of tiles, their sizes as factors, quotients. None of them is left in the system.

use crate::state::{Fixed, Unnamed, Walker};
use crate::stop::{Result, Stop};
use crate::values::is_tile_name;
use crate::values::{Number, factors_of};
use poly::{PwAff, Set};

impl Walker<'_> {
    /// A parameter name that is not used yet. No object has such a name (`clean`).
    pub(super) fn tile_name(&mut self) -> String {
        let name = format!("y{}", self.tiles.names);
        self.tiles.names += 1;
        name
    }

    /// A product in a tile. That of a tile's number and its size is a parameter.
    pub(crate) fn tile_product(&mut self, a: &Number, b: &Number) -> Result<Option<Number>> {
        let (a, b) = (self.tile_factor(a)?, self.tile_factor(b)?);
        let Some(product) = a.mul(&b)? else {
            return Ok(None);
        };
        let is_origin = product.products().flatten().any(|name| is_tile_name(name));
        match self.affine(&product)? {
            Some(affine) if is_origin => Ok(Some(Number::total(affine))),
            _ => Ok(Some(product)),
        }
    }

    /// A factor of a product, as a parameter if it is none but fixed: `n < 1 ? 1 : n`.
    fn tile_factor(&mut self, factor: &Number) -> Result<Number> {
        if !self.tiles.are_left_out || factor.involves_from(0)? {
            return Ok(factor.clone());
        }
        if factor.used_params()?.iter().any(|name| is_tile_name(name)) {
            return Ok(factor.clone());
        }
        let (Some(affine), Some(fixed)) = (factor.as_affine(), factor.without_last(0)?) else {
            return Ok(factor.clone());
        };
        match (affine.as_expr()?, fixed.as_affine()) {
            (None, Some(value)) => self.name_value(Fixed::Function(value.clone())),
            _ => Ok(factor.clone()),
        }
    }

    /// `a / b` for a divisor that is no number, as a parameter; `None` if it is not fixed.
    pub(crate) fn tile_quotient(&mut self, a: &Number, b: &Number) -> Result<Option<Number>> {
        if !self.tiles.are_left_out || a.involves_from(0)? || b.involves_from(0)? {
            return Ok(None);
        }
        let (Some(a), Some(b)) = (a.without_last(0)?, b.without_last(0)?) else {
            return Ok(None);
        };
        let (Some(dividend), Some(divisor)) = (a.as_affine(), b.as_affine()) else {
            return Ok(None);
        };
        let (dividend, divisor) = (dividend.clone(), divisor.clone());
        self.name_value(Fixed::Quotient { dividend, divisor })
            .map(Some)
    }

    fn name_value(&mut self, value: Fixed) -> Result<Number> {
        let text = |value: &Fixed| format!("{value:?}");
        let known = self.tiles.unnamed.iter();
        let known = known.clone().find(|k| text(&k.value) == text(&value));
        let name = match known {
            Some(known) => known.name.clone(),
            None => {
                let name = self.tile_name();
                self.tiles.unnamed.push(Unnamed {
                    name: name.clone(),
                    value,
                });
                name
            }
        };
        Ok(Number::total(PwAff::param(self.ctx, self.dims, &name)?))
    }

    /// What is known of names: the values of those that are functions of others, and that sizes are
    /// positive where that is assumed.
    pub(super) fn named_values(&self, dims: usize) -> Result<Set> {
        let mut all = Set::all(self.ctx, dims)?;
        let one = PwAff::number(self.ctx, dims, 1)?;
        for name in &self.tiles.assumed {
            all = all.intersect(&one.le_set(&PwAff::param(self.ctx, dims, name)?)?)?;
        }
        for known in &self.tiles.unnamed {
            if let Fixed::Function(value) = &known.value {
                let name = PwAff::param(self.ctx, dims, &known.name)?;
                all = all.intersect(&name.eq_set(&value.lifted(dims)?)?)?;
            }
        }
        Ok(all)
    }

    /// What is known besides of the parameters of a set: products are not negative if their factors
    /// are not.
    pub(super) fn with_products(&self, set: &Set) -> Result<Set> {
        let dims = set.dims()?;
        let mut known = set.clone();
        for name in set.used_params()? {
            let factors = factors_of(&name);
            if factors.len() < 2 || !is_tile_name(&name) {
                continue;
            }
            let mut positive = Set::all(self.ctx, dims)?;
            for factor in factors {
                let factor = PwAff::param(self.ctx, dims, &factor)?;
                positive = positive.intersect(&factor.nonneg_set()?)?;
            }
            if set.is_subset(&positive)? {
                let product = PwAff::param(self.ctx, dims, &name)?;
                known = known.intersect(&product.nonneg_set()?)?;
            }
        }
        Ok(known)
    }

    /// The names that are functions of others.
    pub(super) fn functions(&self) -> Vec<String> {
        let all = self.tiles.unnamed.iter();
        let functions = all.filter(|k| matches!(k.value, Fixed::Function(_)));
        functions.map(|k| k.name.clone()).collect()
    }

    /// The names of quotients.
    pub(super) fn quotients(&self) -> Vec<String> {
        let all = self.tiles.unnamed.iter();
        let quotients = all.filter(|k| matches!(k.value, Fixed::Quotient { .. }));
        quotients.map(|k| k.name.clone()).collect()
    }

    /// The quotients that are larger than the number of the tile of each instance in a domain, from
    /// the positions and the size of tiles: `position / size < a / size`.
    pub(super) fn larger_quotients(
        &self,
        domain: &Set,
        position: &PwAff,
        size: &PwAff,
    ) -> Result<Vec<String>> {
        let dims = domain.dims()?;
        let end = position.add(size)?;
        let mut found = Vec::new();
        for known in &self.tiles.unnamed {
            let Fixed::Quotient { dividend, divisor } = &known.value else {
                continue;
            };
            let is_same = size.eq_set(&divisor.lifted(dims)?)?;
            let is_larger = end.le_set(&dividend.lifted(dims)?)?;
            if domain.is_subset(&is_same.intersect(&is_larger)?)? {
                found.push(known.name.clone());
            }
        }
        Ok(found)
    }

    /// Checks that nothing depends on parameters that were made for tiles, and that each quotient
    /// among them exists.
    pub(crate) fn are_tiles_gone(&mut self) -> Result<()> {
        if self.tiles.names == 0 {
            return Ok(());
        }
        let known = self.named_values(0)?.params()?.intersect(&self.defined)?;
        let one = PwAff::number(self.ctx, 0, 1)?;
        for unnamed in &self.tiles.unnamed {
            if let Fixed::Quotient { divisor, .. } = &unnamed.value
                && !known.is_subset(&one.le_set(divisor)?.params()?)?
            {
                return Err(Stop::Left);
            }
        }
        self.products.0.retain(|name, _| !is_tile_name(name));
        let mut used = self.defined.used_params()?;
        for statement in &self.statements {
            used.extend(statement.domain.used_params()?);
            used.extend(statement.used_params()?);
        }
        let extents = self.arrays.iter().flat_map(|(_, array)| &array.shape);
        for extent in extents.flatten() {
            used.extend(extent.used_params()?);
        }
        match used.iter().any(|name| is_tile_name(name)) {
            true => Err(Stop::Left),
            false => Ok(()),
        }
    }
}
