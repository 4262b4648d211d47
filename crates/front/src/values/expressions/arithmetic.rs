//! Arithmetic of C on values: conversions, wrapping, rounding.

use crate::values::evaluator::Evaluator;
use crate::values::formula::Formula;
use crate::values::mode::Mode;
use crate::values::value::Value;
use poly::Expr;
use scop::IntType;

/// The results of a division.
pub(super) struct Division {
    pub quotient: Value,
    pub remainder: Value,
}

impl Evaluator<'_> {
    /// `left + right`
    pub fn sum(&self, left: Value, right: Value) -> Option<Value> {
        let (left, right) = self.balance(left, right)?;
        let exact = left.ty.signed || (left.exact && right.exact);
        Some(self.computed(Value {
            expr: left.expr.checked_add(&right.expr)?,
            ty: left.ty,
            exact,
        }))
    }

    /// `left - right`
    pub(super) fn difference(&self, left: Value, right: Value) -> Option<Value> {
        let (left, right) = self.balance(left, right)?;
        let expr = left.expr.checked_sub(&right.expr)?;
        let exact = left.ty.signed || expr.as_constant().is_some_and(|c| c >= 0);
        Some(self.computed(Value {
            expr,
            ty: left.ty,
            exact,
        }))
    }

    /// `left * right`. One of the two is a number, unless the value may be a product of unknowns.
    pub(super) fn times(&self, left: Value, right: Value, mode: Mode<'_>) -> Option<Value> {
        let (left, right) = self.balance(left, right)?;
        let exact = left.ty.signed || (left.exact && right.exact);
        let is_number = |value: &Value| value.expr.as_constant().is_some();
        if !mode.multiplies && !is_number(&left) && !is_number(&right) {
            // The stride of a linearised array is on the right more often than not.
            let _ = self.ask_to_fix(&right.expr, mode) || self.ask_to_fix(&left.expr, mode);
            return None;
        }
        Some(self.computed(Value {
            expr: left.expr.checked_mul(&right.expr)?,
            ty: left.ty,
            exact,
        }))
    }

    /// Quotient and remainder, truncated as C does (C11 6.5.5).
    pub(super) fn division(
        &mut self,
        left: Value,
        right: Value,
        mode: Mode<'_>,
    ) -> Option<Division> {
        let (left, right) = self.balance(left, right)?;
        let ty = left.ty;
        if ty == IntType::IN_DOUBLE {
            return None;
        }
        let Some(divisor) = right.expr.as_constant() else {
            self.ask_to_fix(&right.expr, mode);
            return None;
        };
        let size = divisor.checked_abs().filter(|d| *d > 0)?;
        let dividend = self.exactly(left)?;
        let quotient = if self.is_nonnegative(&dividend) || self.assume_nonnegative(&dividend) {
            dividend.clone().floor_div(size)
        } else {
            let positive = |e: Expr| {
                Expr::max_of(vec![e, Expr::constant(0)])
                    .unwrap_or_default()
                    .floor_div(size)
            };
            positive(dividend.clone()) - positive(-dividend.clone())
        };
        let remainder = dividend - quotient.clone() * size;
        Some(Division {
            quotient: Value::exact(quotient * divisor.signum(), ty),
            remainder: Value::exact(remainder, ty),
        })
    }

    pub(super) fn shift_left(&self, left: Value, right: Value) -> Option<Value> {
        let factor = power_of_two(&right)?;
        let ty = left.ty.promoted();
        let value = self.convert(left, ty)?;
        Some(self.computed(Value {
            expr: value.expr.checked_mul(&Expr::constant(factor))?,
            ..value
        }))
    }

    /// Assumes that a negative number shifts in sign bits, as in every compiler.
    pub(super) fn shift_right(&self, left: Value, right: Value) -> Option<Value> {
        let divisor = power_of_two(&right)?;
        let ty = left.ty.promoted();
        let value = self.convert(left, ty)?;
        Some(Value::exact(self.exactly(value)?.floor_div(divisor), ty))
    }

    /// `e & (2^k - 1)`: the remainder that is never negative, in two's complement and modulo 2^n.
    pub(super) fn mask(&self, left: Value, right: Value) -> Option<Value> {
        let (left, right) = self.balance(left, right)?;
        let (value, mask) = match (left.expr.as_constant(), right.expr.as_constant()) {
            (_, Some(mask)) => (left, mask),
            (Some(mask), _) => (right, mask),
            _ => return None,
        };
        let size = mask.checked_add(1).filter(|s| mask >= 0 && s & mask == 0)?;
        let quotient = value.expr.clone().floor_div(size);
        Some(Value::exact(value.expr - quotient * size, value.ty))
    }

    /// The usual arithmetic conversions (C11 6.3.1.8) of two operands.
    pub(crate) fn balance(&self, left: Value, right: Value) -> Option<(Value, Value)> {
        let ty = left.ty.common(right.ty);
        Some((self.convert(left, ty)?, self.convert(right, ty)?))
    }

    /// Whether the type holds all values of the expression.
    pub fn fits(&self, expr: &Expr, ty: IntType) -> bool {
        if let Some(value) = expr.as_constant() {
            return ty.holds(value);
        }
        ty.bounds().is_some_and(|(least, most)| {
            let below = Expr::constant(least - 1) - expr.clone();
            let above = expr.clone() - Expr::constant(most + 1);
            let outside = [below, above].map(Formula::NonNegative).to_vec();
            let mut all = self.params.in_types();
            all.push(Formula::Any(outside));
            self.is_impossible(Formula::All(all))
        })
    }

    /// Converts to another integer type, if that keeps the value or its congruence.
    pub fn convert(&self, value: Value, ty: IntType) -> Option<Value> {
        let Value {
            expr,
            ty: from,
            exact,
        } = value;
        if expr.degree() > 1 {
            let keeps = ty.bits == from.bits || (ty.bits > from.bits && exact);
            let exact = ty.signed || (!from.signed && exact);
            return keeps.then_some(Value { expr, ty, exact });
        }
        if from == IntType::IN_DOUBLE {
            // C does not define a result outside of the type.
            return Some(Value::exact(expr, ty));
        }
        if ty.bits < from.bits {
            let fits = exact && self.fits(&expr, ty);
            return fits.then(|| Value::exact(expr, ty));
        }
        if ty.bits > from.bits && !exact && !self.is_nonnegative(&expr) {
            return None;
        }
        if ty.bits > from.bits && !from.signed {
            self.relied_on(&Value::exact(expr.clone(), from));
        }
        let exact = match (from.signed, ty.signed) {
            (_, true) => true,
            (true, false) => exact && self.is_nonnegative(&expr),
            (false, false) => exact || ty.bits > from.bits,
        };
        Some(Value { expr, ty, exact })
    }
}

fn power_of_two(shift: &Value) -> Option<i64> {
    let by = shift.expr.as_constant().filter(|by| (0..31).contains(by))?;
    Some(1 << by)
}
