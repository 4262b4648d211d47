//! Where integers leave their types. The rest of the execution computes with numbers that do not
//! wrap, so what it finds is only true elsewhere.

use crate::Limits;
use crate::eval::int_type;
use crate::state::{Excess, ExcessKind, Walker};
use crate::stop::Result;
use crate::values::{Number, is_tile_name};
use integer::IntType;
use poly::{PwAff, Set, Space, names};
use program::Type;

impl Walker<'_> {
    /// Notes where a number that is used without a sign is not one of its type; a negative one
    /// counts from the end.
    pub(crate) fn note_wrap(&mut self, number: &PwAff, ty: IntType) -> Result<()> {
        match ty.bits {
            // No memory has 2^64 elements.
            64.. => Ok(()),
            bits => {
                let end = 1 << bits;
                self.note(number, (-end, end - 1), ExcessKind::Wraps)
            }
        }
    }

    /// Notes where a conversion to a signed type changes a number.
    pub(crate) fn note_conversion(&mut self, number: &PwAff, to: IntType) -> Result<()> {
        match ty_range(to) {
            Some(range) if to.bits < 64 => self.note(number, range, ExcessKind::Wraps),
            _ => Ok(()),
        }
    }

    /// Notes where a signed result is too large. Those of sizes, bounds and subscripts, which are
    /// assumed not to be, are not noted.
    pub(crate) fn note_overflow(&mut self, number: &PwAff, ty: IntType) -> Result<()> {
        if !self.is_data {
            return Ok(());
        }
        let kind = match self.guards.is_empty() && self.chosen.is_empty() {
            true => ExcessKind::Overflows,
            false => ExcessKind::MayOverflow,
        };
        match ty_range(ty) {
            Some(range) => self.note(number, range, kind),
            None => Ok(()),
        }
    }

    /// The same for a number with products, which are computed from numbers that are not noted.
    pub(crate) fn note_product(&mut self, number: &Number, ty: &Type) -> Result<()> {
        match int_type(ty) {
            Some(ty) if ty.signed && self.is_data && number.as_affine().is_none() => {
                match self.affine(number)? {
                    Some(product) => self.note_overflow(&product, ty),
                    None => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    /// Executes `f` with whether the present value is no size, bound or subscript.
    pub(crate) fn as_data<T>(
        &mut self,
        is_data: bool,
        f: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let outer = std::mem::replace(&mut self.is_data, is_data);
        let found = f(self);
        self.is_data = outer;
        found
    }

    fn note(&mut self, number: &PwAff, (low, high): (i64, i64), kind: ExcessKind) -> Result<()> {
        if !self.naming.finds_limits || self.dry > 0 || self.tiles.open > 0 || self.state.is_dead {
            return Ok(());
        }
        if number.used_params()?.iter().any(|name| is_tile_name(name)) {
            return Ok(());
        }
        let at = |value| PwAff::number(self.ctx, self.dims, value);
        let (first, last) = (at(low)?, at(high)?);
        let fits = first.le_set(number)?.intersect(&number.le_set(&last)?)?;
        let here = self.state.domain.intersect_params(&self.typed)?;
        let at = here.subtract(&fits)?;
        if !at.is_empty()? {
            self.excesses.push(Excess { at, kind });
        }
        Ok(())
    }

    /// A parameter of an integer type has one of its values.
    pub(crate) fn note_type(&mut self, name: &str, ty: IntType) -> Result<()> {
        let (low, high) = ty.range();
        let (Ok(low), Ok(high)) = (i64::try_from(low), i64::try_from(high)) else {
            return Ok(());
        };
        if !self.noted.insert((name.to_string(), low, high)) {
            return Ok(());
        }
        let value = PwAff::param(self.ctx, 0, name)?;
        let at = |value| PwAff::number(self.ctx, 0, value);
        let own = at(low)?
            .le_set(&value)?
            .intersect(&value.le_set(&at(high)?)?)?;
        self.typed = self.typed.intersect(&own.params()?)?;
        Ok(())
    }

    /// Restricts what was noted of the condition of a loop: it is tested in the first iteration,
    /// and in those after one of the present place, where it holds.
    pub(crate) fn limit_tests(&mut self, first: usize) -> Result<()> {
        if first == self.excesses.len() {
            return Ok(());
        }
        let x = names("x", self.dims);
        let mut next = x.clone();
        next[self.dims - 1] += " + 1";
        let later = Space::plain(self.ctx).images(&x, &next)?;
        let zero = PwAff::number(self.ctx, self.dims, 0)?;
        let started = self.iterator(self.dims - 1)?.eq_set(&zero)?;
        let tested = self.state.domain.apply(&later)?.union(&started)?;
        self.limit(first, &tested)
    }

    /// Restricts what was noted since there were `first` notes.
    pub(crate) fn limit(&mut self, first: usize, to: &Set) -> Result<()> {
        let dims = to.dims()?;
        for excess in &mut self.excesses[first..] {
            let more = excess.at.dims()? - dims;
            excess.at = excess.at.intersect(&to.lifted(more)?)?;
        }
        Ok(())
    }

    /// What was noted, for all iterations together.
    pub(crate) fn limits(&self) -> Result<Limits> {
        let all = |kinds: &[ExcessKind]| -> Result<Set> {
            let none = Set::no_values(self.ctx)?;
            let noted = self.excesses.iter().filter(|e| kinds.contains(&e.kind));
            noted
                .map(|excess| excess.at.params())
                .try_fold(none, |all, params| Ok(all.union(&params?)?.coalesce()?))
        };
        Ok(Limits {
            typed: self.typed.clone(),
            wraps: all(&[ExcessKind::Wraps])?,
            overflows: all(&[ExcessKind::Overflows])?,
            may_overflow: all(&[ExcessKind::Overflows, ExcessKind::MayOverflow])?,
        })
    }
}

/// The numbers of a type of at most 64 bits, which is signed if it has 64.
fn ty_range(ty: IntType) -> Option<(i64, i64)> {
    let (low, high) = ty.range();
    Some((i64::try_from(low).ok()?, i64::try_from(high).ok()?))
}
