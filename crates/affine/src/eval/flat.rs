//! Arrays of arrays through pointers to their elements: with `T a[3][4]`, the program may pass
//! `&a[0][0]`, and element 5 from there is `a[1][1]`.

use crate::state::Walker;
use crate::stop::Result;
use crate::values::{Number, Step, Target};
use poly::{Atom, Expr, PwAff, Set};

impl Walker<'_> {
    /// The same target with subscripts inside of rows whose lengths are numbers.
    pub(super) fn in_rows(&mut self, on: &Set, mut target: Target) -> Result<Target> {
        if !matches!(target.path.as_slice(), [.., Step::Index(_), Step::Index(_)]) {
            return Ok(target);
        }
        let (_, shape) = self.walked(&target)?;
        let is_index = |step: &Step| matches!(step, Step::Index(_) | Step::Any(_));
        for at in (1..target.path.len()).rev() {
            let [Step::Index(outer), Step::Index(inner)] = &target.path[at - 1..=at] else {
                break;
            };
            let dimension = target.path[..at]
                .iter()
                .filter(|step| is_index(step))
                .count();
            let length = match &shape[dimension] {
                Some(length) => length.as_constant()?,
                None => None,
            };
            let (Some(length), Some(subscript)) = (length, inner.as_affine()) else {
                break;
            };
            if length < 1 || is_within(subscript, length, on)? {
                break;
            }
            let (row, column) = divided(subscript, length, on)?;
            let outer = outer.add(&Number::total(row))?;
            target.path[at - 1] = Step::Index(outer);
            target.path[at] = Step::Index(Number::total(column));
        }
        Ok(target)
    }
}

/// Whether a subscript is one of an array of this length.
pub(super) fn is_within(subscript: &PwAff, length: i64, on: &Set) -> Result<bool> {
    let number = |value| PwAff::number(subscript.context(), subscript.dims()?, value);
    let below = subscript.lt_set(&number(0)?)?;
    let beyond = number(length - 1)?.lt_set(subscript)?;
    Ok(below.is_disjoint(on)? && beyond.is_disjoint(on)?)
}

/// The quotient and the rest.
fn divided(subscript: &PwAff, by: i64, on: &Set) -> Result<(PwAff, PwAff)> {
    // Without a quotient of isl if the multiples of the length are known.
    if let Some(expr) = subscript.as_expr()? {
        let mut multiples = Expr::constant(expr.constant_part().div_euclid(by));
        for (atom, coefficient) in expr.terms() {
            if let Atom::Var(_) = atom {
                multiples = multiples + Expr::atom(atom.clone()) * coefficient.div_euclid(by);
            }
        }
        let row = PwAff::from_expr(subscript.context(), subscript.dims()?, &multiples)?;
        if let Some(row) = row {
            let column = subscript.sub(&row.scale(by)?)?;
            if is_within(&column, by, on)? {
                return Ok((row, column));
            }
        }
    }
    Ok((subscript.floor_div(by)?, subscript.modulo(by)?))
}
