//! Integers in `double`: rounded quotients such as `floor((double)n / (double)d)`, their sums, and
//! choices among them.
//!
//! Assumes: quotients of 32-bit integers by constants, computed in `double`, round as the exact
//! ones do: an exact quotient that is no integer is at least `1 / d` away from any.

use super::integers::int_type;
use crate::state::Walker;
use crate::stop::Result;
use crate::values::{Number, split_by};
use program::{BinaryOp, Type, UnaryOp, Value, ValueKind};

/// Bytes of `double`.
const DOUBLE: u8 = 8;

impl Walker<'_> {
    /// The value of an integer, or of a `double` that holds one; `None` if it is data.
    pub(super) fn integer_of_scalar(&mut self, value: &Value) -> Result<Option<Number>> {
        match value.ty {
            Type::Floating(DOUBLE) => self.integer_in_double(value),
            _ => self.exact_integer(value),
        }
    }

    /// The integer that a `double` holds.
    pub(super) fn integer_in_double(&mut self, value: &Value) -> Result<Option<Number>> {
        match &value.kind {
            ValueKind::Convert(operand) => match int_type(&operand.ty) {
                Some(ty) if ty.bits <= 32 => self.exact_integer(operand),
                _ => Ok(None),
            },
            ValueKind::Pure {
                function,
                arguments,
            } => match (function.as_str(), arguments.as_slice()) {
                ("floor", [quotient]) => self.rounded_down(quotient, false),
                ("ceil", [quotient]) => self.rounded_down(quotient, true),
                _ => Ok(None),
            },
            ValueKind::Unary(UnaryOp::Negate, operand) => {
                let found = self.integer_in_double(operand)?;
                Ok(found.map(|n| n.neg()).transpose()?)
            }
            ValueKind::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), a, b) => {
                let (a, b) = (self.integer_in_double(a)?, self.integer_in_double(b)?);
                let (Some(a), Some(b)) = (a, b) else {
                    return Ok(None);
                };
                Ok(Some(match op {
                    BinaryOp::Add => a.add(&b)?,
                    _ => a.sub(&b)?,
                }))
            }
            ValueKind::Choose {
                condition,
                then,
                other,
            } => self.chosen_in_double(condition, then, other),
            _ => Ok(None),
        }
    }

    fn chosen_in_double(
        &mut self,
        condition: &Value,
        then: &Value,
        other: &Value,
    ) -> Result<Option<Number>> {
        let Some(when) = self.condition(condition)? else {
            return Ok(None);
        };
        let here = self.state.domain.intersect(&when)?;
        let there = self.state.domain.subtract(&when)?;
        let then = self.within(here, |w| w.integer_in_double(then))?;
        let other = self.within(there, |w| w.integer_in_double(other))?;
        match (then, other) {
            (Some(then), Some(other)) => Ok(Some(split_by(&when, &then, &other)?)),
            _ => Ok(None),
        }
    }

    /// `a / b` rounded down, or up if it is `negated` before and after; `b` is a constant.
    fn rounded_down(&mut self, quotient: &Value, negated: bool) -> Result<Option<Number>> {
        let ValueKind::Binary(BinaryOp::Divide, a, b) = &quotient.kind else {
            return Ok(None);
        };
        let (Some(a), Some(b)) = (self.integer_in_double(a)?, self.integer_in_double(b)?) else {
            return Ok(None);
        };
        let (Some(dividend), Some(divisor)) = (self.affine(&a)?, b.as_constant()?) else {
            return Ok(None);
        };
        if divisor <= 0 {
            return Ok(None);
        }
        let rounded = match negated {
            false => dividend.floor_div(divisor)?,
            true => dividend.neg()?.floor_div(divisor)?.neg()?,
        };
        Ok(Some(Number::total(rounded)))
    }
}
