//! Reads isl's piecewise expressions as [`Expr`].

use crate::{Expr, PolyError, PwAff, Result, Set, raw};
use isl_rs::DimType;

/// One piece of a piecewise expression.
#[derive(Clone, Debug)]
pub struct PwAffPiece {
    /// Where this piece applies.
    pub domain: Set,
    /// Its value there.
    pub value: Expr,
}

impl PwAff {
    /// The pieces, in isl's order.
    pub fn pieces(&self) -> Result<Vec<PwAffPiece>> {
        raw::pieces(&self.raw)
            .ok_or(PolyError::Budget)?
            .into_iter()
            .map(|(domain, aff)| {
                Ok(PwAffPiece {
                    domain: Set::own(domain, &self.ctx),
                    value: read_aff(&aff)?,
                })
            })
            .collect()
    }
}

/// An affine expression with divisions; `(sum + floor terms) / den` becomes a floor when `den > 1`.
fn read_aff(aff: &isl_rs::Aff) -> Result<Expr> {
    let den = aff.get_denominator_val()?.get_num_si()?;
    let mut sum = Expr::constant(scaled(&aff.get_constant_val()?, den)?);
    for kind in [DimType::Param, DimType::In] {
        for at in 0..aff.dim(kind)? {
            let coefficient = scaled(&aff.get_coefficient_val(kind, at)?, den)?;
            if coefficient != 0 {
                let name = dim_name(aff, kind, at)?;
                sum = sum + Expr::var(&name) * coefficient;
            }
        }
    }
    for at in 0..aff.dim(DimType::Div)? {
        let coefficient = scaled(&aff.get_coefficient_val(DimType::Div, at)?, den)?;
        if coefficient != 0 {
            sum = sum + read_div(aff, at)? * coefficient;
        }
    }
    Ok(sum.floor_div(den))
}

/// The value of division number `at`: a floor of an affine expression.
fn read_div(aff: &isl_rs::Aff, at: i32) -> Result<Expr> {
    // isl returns a division as the expression under the floor, denominator included.
    read_aff(&aff.get_div(at)?)
}

fn scaled(value: &isl_rs::Val, den: i64) -> Result<i64> {
    let n = value.get_num_si()?;
    let d = value.get_den_si()?;
    n.checked_mul(den / d).ok_or(crate::PolyError::Overflow)
}

/// Parameters have names; coordinates of the domain are called `i0`, `i1`, ...
fn dim_name(aff: &isl_rs::Aff, kind: DimType, at: i32) -> Result<String> {
    match kind {
        DimType::Param => Ok(aff.get_dim_name(kind, at as u32)?.to_string()),
        _ => Ok(format!("i{at}")),
    }
}
