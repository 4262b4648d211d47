//! Promotions, common types, and the values of constant expressions (C11 6.3, 6.6).

use crate::types::Ty;
use crate::{BinaryOp, Macro, Type, UnaryOp, Value, ValueKind};
use integer::IntType;

/// The type after integer promotion, `float` included.
pub(crate) fn promoted(ty: &Ty) -> Ty {
    match ty {
        Ty::Integer(ty) => Ty::Integer(ty.promoted()),
        other => other.clone(),
    }
}

/// The type of an argument without a parameter.
pub(crate) fn promoted_argument(ty: &Ty) -> Ty {
    match ty {
        Ty::Floating(4) => Ty::DOUBLE,
        other => promoted(other),
    }
}

/// The usual arithmetic conversions; `None` unless both types are arithmetic.
pub(crate) fn common(left: &Ty, right: &Ty) -> Option<Ty> {
    match (left, right) {
        (Ty::Integer(a), Ty::Integer(b)) => Some(Ty::Integer(a.common(*b))),
        (Ty::Floating(a), Ty::Floating(b)) => Some(Ty::Floating(*a.max(b))),
        (Ty::Complex(a), Ty::Complex(b) | Ty::Floating(b)) | (Ty::Floating(a), Ty::Complex(b)) => {
            Some(Ty::Complex(*a.max(b)))
        }
        (Ty::Complex(a), Ty::Integer(_)) | (Ty::Integer(_), Ty::Complex(a)) => {
            Some(Ty::Complex(*a))
        }
        (Ty::Floating(a), Ty::Integer(_)) | (Ty::Integer(_), Ty::Floating(a)) => {
            Some(Ty::Floating(*a))
        }
        _ => None,
    }
}

/// A value wrapped to a type: modulo 2 to the width; `_Bool` is whether it is not zero.
pub(crate) fn wrapped(value: i128, ty: IntType) -> i128 {
    if ty.bits == 1 {
        return i128::from(value != 0);
    }
    let modulus = 1_i128 << ty.bits.min(64);
    let low = value.rem_euclid(modulus);
    match ty.signed && low >= modulus / 2 {
        true => low - modulus,
        false => low,
    }
}

/// The value of an integer constant expression, with the present values of macros. Signed overflow
/// has no value.
pub(crate) fn constant(value: &Value, macros: &[Macro]) -> Option<i128> {
    let Type::Integer(ty) = value.ty else {
        return None;
    };
    match &value.kind {
        ValueKind::Integer(value) => Some(*value),
        ValueKind::Macro(id) => macros.get(id.0 as usize).map(|m| i128::from(m.value)),
        ValueKind::Convert(operand) => match &operand.kind {
            ValueKind::Real(real) => truncated(*real).map(|v| wrapped(v, ty)),
            _ => constant(operand, macros).map(|v| wrapped(v, ty)),
        },
        ValueKind::Unary(op, operand) => unary(*op, constant(operand, macros)?, ty),
        ValueKind::Binary(op, left, right) => {
            binary(*op, constant(left, macros)?, constant(right, macros)?, ty)
        }
        ValueKind::Choose {
            condition,
            then,
            other,
        } => match constant(condition, macros)? {
            0 => constant(other, macros),
            _ => constant(then, macros),
        },
        _ => None,
    }
}

/// `-value` in a type, if that has it.
pub(crate) fn negated(value: i128, ty: &Ty) -> Option<i128> {
    match ty {
        Ty::Integer(ty) => unary(UnaryOp::Negate, value, *ty),
        _ => None,
    }
}

fn truncated(real: f64) -> Option<i128> {
    (real.abs() < 1e18).then_some(real as i128)
}

fn unary(op: UnaryOp, operand: i128, ty: IntType) -> Option<i128> {
    fitting(
        match op {
            UnaryOp::Negate => -operand,
            UnaryOp::Complement => !operand,
            UnaryOp::Not => i128::from(operand == 0),
        },
        ty,
    )
}

fn binary(op: BinaryOp, left: i128, right: i128, ty: IntType) -> Option<i128> {
    let truth = |b: bool| Some(i128::from(b));
    let exact = match op {
        BinaryOp::Add => left + right,
        BinaryOp::Subtract => left - right,
        BinaryOp::Multiply => left.checked_mul(right)?,
        BinaryOp::Divide => left.checked_div(right)?,
        BinaryOp::Remainder => left.checked_rem(right)?,
        BinaryOp::ShiftLeft => left.checked_mul(1 << shift(right, ty)?)?,
        BinaryOp::ShiftRight => left >> shift(right, ty)?,
        BinaryOp::And => left & right,
        BinaryOp::Or => left | right,
        BinaryOp::Xor => left ^ right,
        BinaryOp::Less => return truth(left < right),
        BinaryOp::LessOrEqual => return truth(left <= right),
        BinaryOp::Greater => return truth(left > right),
        BinaryOp::GreaterOrEqual => return truth(left >= right),
        BinaryOp::Equal => return truth(left == right),
        BinaryOp::NotEqual => return truth(left != right),
    };
    fitting(exact, ty)
}

fn shift(by: i128, ty: IntType) -> Option<u32> {
    u32::try_from(by).ok().filter(|by| *by < u32::from(ty.bits))
}

/// The exact result in its type.
fn fitting(exact: i128, ty: IntType) -> Option<i128> {
    let value = wrapped(exact, ty);
    (!ty.signed || value == exact).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_wrap_at_their_width() {
        let byte = IntType {
            bits: 8,
            signed: true,
        };
        assert_eq!(wrapped(200, byte), -56);
        assert_eq!(wrapped(-1, IntType::LONG.unsigned()), (1 << 64) - 1);
        assert_eq!(
            wrapped(
                2,
                IntType {
                    bits: 1,
                    signed: false
                }
            ),
            1
        );
    }

    #[test]
    fn signed_overflow_has_no_value() {
        assert_eq!(
            binary(BinaryOp::Add, 1 << 31, -1, IntType::INT),
            Some((1 << 31) - 1)
        );
        assert_eq!(binary(BinaryOp::Add, (1 << 31) - 1, 1, IntType::INT), None);
        assert_eq!(
            binary(BinaryOp::Subtract, 0, 1, IntType::INT.unsigned()),
            Some((1 << 32) - 1)
        );
        assert_eq!(binary(BinaryOp::ShiftLeft, 1, 32, IntType::INT), None);
        assert_eq!(binary(BinaryOp::Divide, 1, 0, IntType::INT), None);
    }
}
