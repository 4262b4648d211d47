//! Strides of flat arrays: what divides them, and numbers divided by them.

use crate::Stride;
use crate::values::Number;
use poly::{Context, Result};

impl Stride {
    /// `self / other`, if that is a product.
    pub(super) fn over(&self, other: &Stride) -> Option<Stride> {
        let mut names = self.names.clone();
        for name in &other.names {
            names.remove(names.iter().position(|n| n == name)?);
        }
        let is_whole = other.factor > 0 && self.factor % other.factor == 0;
        is_whole.then(|| Stride {
            factor: self.factor / other.factor,
            names,
        })
    }

    /// `3 * w`
    pub(super) fn text(&self) -> String {
        let names = self.names.join(" * ");
        match self.factor {
            1 => names,
            factor => format!("{factor} * {names}"),
        }
    }

    /// Its value, without iterators.
    pub(super) fn number(&self, ctx: &Context) -> Result<Number> {
        Number::product(ctx, &self.names)?.scale(self.factor)
    }

    /// `number = stride * quotient + rest`; `None` if only the names divide it.
    pub(super) fn divide(&self, number: &Number) -> Result<Option<(Number, Number)>> {
        let (quotient, rest) = number.divided(&self.names)?;
        let quotient = match self.factor {
            1 => Some(quotient),
            factor => quotient.divided_exactly(factor)?,
        };
        Ok(quotient.map(|quotient| (quotient, rest)))
    }
}
