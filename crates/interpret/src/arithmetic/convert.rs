//! Conversions between scalar types.

use crate::arithmetic::float::value;
use crate::arithmetic::{Fault, Scalar, wrap};
use integer::IntType;

/// A value of type `from` as one of type `to`.
pub(crate) fn convert(from: Scalar, to: Scalar, bits: u64) -> Result<u64, Fault> {
    match (from, to) {
        (_, Scalar::Int(ty)) if ty.bits == 1 => Ok(u64::from(is_true(from, bits))),
        (Scalar::Int(_) | Scalar::Pointer, Scalar::Int(ty)) => Ok(wrap(ty, bits)),
        (Scalar::Int(_) | Scalar::Pointer, Scalar::Pointer) => Ok(bits),
        (Scalar::Int(from), _) => Ok(from_integer(from, to, bits)),
        (Scalar::Pointer, _) => Ok(from_integer(Scalar::SIZE, to, bits)),
        (_, Scalar::Int(ty)) => to_integer(value(from, bits), ty),
        (_, Scalar::Pointer) => to_integer(value(from, bits), Scalar::SIZE),
        (_, Scalar::F32) => Ok(u64::from((value(from, bits) as f32).to_bits())),
        (_, Scalar::F64 | Scalar::Long) => Ok(value(from, bits).to_bits()),
    }
}

fn is_true(ty: Scalar, bits: u64) -> bool {
    match ty.is_float() {
        true => value(ty, bits) != 0.0,
        false => bits != 0,
    }
}

fn from_integer(from: IntType, to: Scalar, bits: u64) -> u64 {
    match (to, from.signed) {
        (Scalar::F32, true) => u64::from((bits as i64 as f32).to_bits()),
        (Scalar::F32, false) => u64::from((bits as f32).to_bits()),
        (_, true) => (bits as i64 as f64).to_bits(),
        (_, false) => (bits as f64).to_bits(),
    }
}

fn to_integer(value: f64, ty: IntType) -> Result<u64, Fault> {
    let (low, high) = ty.range();
    let whole = value.trunc();
    // The limits of a 64-bit type are not values of `f64`: `high + 1` is.
    match whole >= low as f64 && whole < (high + 1) as f64 {
        true => Ok(wrap(ty, whole as i128 as u64)),
        false => Err(Fault::Conversion),
    }
}
