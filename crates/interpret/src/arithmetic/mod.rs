//! The arithmetic of C on 64-bit words: integers sign- or zero-extended, floats by their bits.
//! Knows neither programs nor memory.

mod complex;
mod convert;
mod float;
mod integer;
mod math;
mod noise;

pub(crate) use complex::{ComplexMath, divide_complex, is_finite};
pub(crate) use convert::convert;
pub(crate) use float::{compare_float, float, is_nan, negate_float};
pub(crate) use integer::{compare, complement, integer, negate, wrap};
pub(crate) use math::Math;
pub(crate) use noise::{Fill, hash_bytes, mix, sample};

use ::integer::IntType;

/// A scalar type as execution needs it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Scalar {
    /// An integer; `_Bool` has one bit.
    Int(IntType),
    /// `float`.
    F32,
    /// `double`.
    F64,
    /// `long double`, computed in `double`.
    Long,
    /// A pointer.
    Pointer,
}

impl Scalar {
    /// The type of addresses.
    pub(crate) const SIZE: IntType = IntType {
        bits: 64,
        signed: false,
    };

    /// Its size in bytes.
    pub(crate) fn bytes(self) -> usize {
        match self {
            Scalar::Int(ty) => usize::from(ty.bits).div_ceil(8),
            Scalar::F32 => 4,
            Scalar::F64 | Scalar::Pointer => 8,
            Scalar::Long => 16,
        }
    }

    /// Whether it is a floating type.
    pub(crate) fn is_float(self) -> bool {
        matches!(self, Scalar::F32 | Scalar::F64 | Scalar::Long)
    }
}

/// Why an operation has no result in C.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// A signed operation leaves its type.
    Overflow,
    /// Division or remainder by zero.
    DivisionByZero,
    /// The distance of a shift is negative or not below the width.
    Shift,
    /// A floating value that the integer type cannot hold.
    Conversion,
}
