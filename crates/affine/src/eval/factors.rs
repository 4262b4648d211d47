//! Products of integers, and names for their factors: in `y * (w / 2)` and `y * (w + 2)`, the
//! second factor is a parameter of its own, so that it may be a stride.

use crate::state::Walker;
use crate::stop::{Result, Stop};
use crate::values::Number;
use poly::PwAff;
use scop::ParamKind;

/// A typical value of a factor.
const SAMPLE: i64 = 512;

impl Walker<'_> {
    /// The product, if it is understood.
    pub(crate) fn times(&mut self, a: &Number, b: &Number) -> Result<Option<Number>> {
        if a.as_constant()?.is_some() || b.as_constant()?.is_some() {
            return Ok(a.mul(b)?);
        }
        if self.tiles.open > 0 {
            return self.tile_product(a, b);
        }
        if !self.naming.names_factors {
            return Ok(a.mul(b)?);
        }
        let first = self.factor(a, b)?;
        let second = self.factor(b, a)?;
        Ok(first.mul(&second)?)
    }

    /// A factor beside another one, as a parameter if it is a quotient, or a sum of parameters that
    /// the other does not just multiply: `(h - 1)*w` is `h*w - w`, unless `h - 1` is a parameter
    /// already.
    fn factor(&mut self, number: &Number, other: &Number) -> Result<Number> {
        let Some(affine) = number.as_affine() else {
            return Ok(number.clone());
        };
        if number.involves_from(0)? {
            return Ok(number.clone());
        }
        let is_sum = affine.as_expr()?.is_some_and(|expr| expr.is_affine());
        if is_single(affine)? {
            return Ok(number.clone());
        }
        let may_stay = is_sum && is_parameter(other)?;
        let content = number.content()?;
        let named = match number.divided_exactly(content)? {
            Some(rest) if content > 1 => self.named(&rest, may_stay)?.scale(content)?,
            _ => self.named(number, may_stay)?,
        };
        Ok(named)
    }

    /// A size that memory may be divided by, in terms of the factors of its own size.
    pub(crate) fn divisor(&mut self, size: &Number) -> Result<Number> {
        match self.naming.names_factors {
            true => self.factor(size, size),
            false => Ok(size.clone()),
        }
    }

    /// A parameter with this value; the number itself if it may stay and is none yet.
    fn named(&mut self, number: &Number, may_stay: bool) -> Result<Number> {
        let Some(fixed) = number.without_last(0)? else {
            return Ok(number.clone());
        };
        let Some(value) = fixed.as_affine() else {
            return Ok(number.clone());
        };
        let pieces = value.pieces()?;
        let mut texts: Vec<String> = pieces.iter().map(described).collect();
        texts.sort();
        let spelling = pieces
            .first()
            .map_or_else(String::new, |p| p.value.to_string());
        let name = name_of(&spelling, &texts.join(" or "));
        let is_known = self.params.contains_key(&name) || self.found.factors.contains(&name);
        if may_stay && !is_known {
            self.multiplied.insert(name);
            return Ok(number.clone());
        }
        if !is_known && self.multiplied.contains(&name) {
            return Err(Stop::Factor(name));
        }
        self.add_parameter(&name, &spelling, ParamKind::Variable, SAMPLE);
        let same = PwAff::param(self.ctx, 0, &name)?.eq_set(value)?;
        self.demand(&same)?;
        // Another program need not have the name: it means the same there.
        let elsewhere = value.domain()?.complement()?.params()?;
        let meant = same.params()?.union(&elsewhere)?;
        self.allocated = self.allocated.intersect(&meant)?;
        Ok(Number::total(PwAff::param(self.ctx, self.dims, &name)?))
    }
}

/// A piece of a function, where it holds included.
fn described(piece: &poly::PwAffPiece) -> String {
    let domain = piece.domain.to_string();
    // The parameters before the set are in no order that means anything.
    let domain = domain
        .split_once("-> ")
        .map_or(domain.as_str(), |(_, rest)| rest);
    format!("{} {domain}", piece.value)
}

/// A name for a value: that of one spelling, and a number for its whole description.
fn name_of(spelling: &str, description: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let start = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    let number = description.bytes().fold(0xcbf2_9ce4_8422_2325, start);
    let words: String = spelling.chars().map(plain).collect();
    format!("f_{words}_{number:x}''''")
}

/// Whether a function is a multiple of one parameter, or a number.
fn is_single(affine: &PwAff) -> Result<bool> {
    let Some(expr) = affine.as_expr()? else {
        return Ok(false);
    };
    let terms = expr.terms().count();
    Ok(expr.is_affine() && (terms == 0 || (terms == 1 && expr.constant_part() == 0)))
}

/// Whether a number is a multiple of a parameter.
fn is_parameter(number: &Number) -> Result<bool> {
    match number.as_affine() {
        Some(affine) => Ok(!number.involves_from(0)? && is_single(affine)?),
        None => Ok(false),
    }
}
