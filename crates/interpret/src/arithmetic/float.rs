//! Floating operators in the precision of their type. `long double` is computed in `double`.

use crate::arithmetic::Scalar;
use program::BinaryOp;

/// An arithmetic operator. Others than the four of C give zero.
pub(crate) fn float(op: BinaryOp, ty: Scalar, a: u64, b: u64) -> u64 {
    match ty {
        Scalar::F32 => {
            let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
            u64::from(arithmetic(op, a, b).to_bits())
        }
        _ => arithmetic(op, f64::from_bits(a), f64::from_bits(b)).to_bits(),
    }
}

fn arithmetic<F>(op: BinaryOp, a: F, b: F) -> F
where
    F: std::ops::Add<Output = F> + std::ops::Sub<Output = F>,
    F: std::ops::Mul<Output = F> + std::ops::Div<Output = F> + Default,
{
    match op {
        BinaryOp::Add => a + b,
        BinaryOp::Subtract => a - b,
        BinaryOp::Multiply => a * b,
        BinaryOp::Divide => a / b,
        _ => F::default(),
    }
}

/// A comparison: 0 or 1.
pub(crate) fn compare_float(op: BinaryOp, ty: Scalar, a: u64, b: u64) -> u64 {
    let (a, b) = (value(ty, a), value(ty, b));
    u64::from(match op {
        BinaryOp::Less => a < b,
        BinaryOp::LessOrEqual => a <= b,
        BinaryOp::Greater => a > b,
        BinaryOp::GreaterOrEqual => a >= b,
        BinaryOp::Equal => a == b,
        _ => a != b,
    })
}

/// `-x`
pub(crate) fn negate_float(ty: Scalar, a: u64) -> u64 {
    match ty {
        Scalar::F32 => a ^ (1 << 31),
        _ => a ^ (1 << 63),
    }
}

/// Whether the bits are those of a NaN.
pub(crate) fn is_nan(ty: Scalar, bits: u64) -> bool {
    ty.is_float() && value(ty, bits).is_nan()
}

/// The value of the bits.
pub(super) fn value(ty: Scalar, bits: u64) -> f64 {
    match ty {
        Scalar::F32 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    }
}
