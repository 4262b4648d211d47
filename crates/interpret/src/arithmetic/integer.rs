//! Integer operators. Operands and results are 64-bit words, extended from their type.

use crate::arithmetic::Fault;
use integer::IntType;
use program::BinaryOp;

/// A word reduced to the values of a type, extended to 64 bits.
pub(crate) fn wrap(ty: IntType, word: u64) -> u64 {
    let unused = 64 - u32::from(ty.bits.clamp(1, 64));
    match ty.signed {
        true => (((word << unused) as i64) >> unused) as u64,
        false => (word << unused) >> unused,
    }
}

/// The result of a word computed exactly in 64 bits: signed types must contain it.
fn fitted(ty: IntType, word: u64) -> Result<u64, Fault> {
    let wrapped = wrap(ty, word);
    match ty.signed && wrapped != word {
        true => Err(Fault::Overflow),
        false => Ok(wrapped),
    }
}

/// An arithmetic or bitwise operator, shifts included.
pub(crate) fn integer(op: BinaryOp, ty: IntType, a: u64, b: u64) -> Result<u64, Fault> {
    match op {
        BinaryOp::Add => checked(ty, a, b, i64::checked_add, u64::wrapping_add),
        BinaryOp::Subtract => checked(ty, a, b, i64::checked_sub, u64::wrapping_sub),
        BinaryOp::Multiply => checked(ty, a, b, i64::checked_mul, u64::wrapping_mul),
        BinaryOp::Divide | BinaryOp::Remainder if b == 0 => Err(Fault::DivisionByZero),
        BinaryOp::Divide => checked(ty, a, b, i64::checked_div, u64::wrapping_div),
        BinaryOp::Remainder => checked(ty, a, b, i64::checked_rem, u64::wrapping_rem),
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight if b >= u64::from(ty.bits) => Err(Fault::Shift),
        BinaryOp::ShiftLeft => Ok(wrap(ty, a << b)),
        BinaryOp::ShiftRight if ty.signed => Ok(((a as i64) >> b) as u64),
        BinaryOp::ShiftRight => Ok(a >> b),
        BinaryOp::And => Ok(a & b),
        BinaryOp::Or => Ok(a | b),
        BinaryOp::Xor => Ok(wrap(ty, a ^ b)),
        comparison => Ok(compare(comparison, ty.signed, a, b)),
    }
}

fn checked(
    ty: IntType,
    a: u64,
    b: u64,
    signed: fn(i64, i64) -> Option<i64>,
    unsigned: fn(u64, u64) -> u64,
) -> Result<u64, Fault> {
    match ty.signed {
        true => match signed(a as i64, b as i64) {
            Some(result) => fitted(ty, result as u64),
            None => Err(Fault::Overflow),
        },
        false => Ok(wrap(ty, unsigned(a, b))),
    }
}

/// A comparison: 0 or 1.
pub(crate) fn compare(op: BinaryOp, signed: bool, a: u64, b: u64) -> u64 {
    let order = match signed {
        true => (a as i64).cmp(&(b as i64)),
        false => a.cmp(&b),
    };
    u64::from(match op {
        BinaryOp::Less => order.is_lt(),
        BinaryOp::LessOrEqual => order.is_le(),
        BinaryOp::Greater => order.is_gt(),
        BinaryOp::GreaterOrEqual => order.is_ge(),
        BinaryOp::Equal => order.is_eq(),
        _ => order.is_ne(),
    })
}

/// `-x`
pub(crate) fn negate(ty: IntType, a: u64) -> Result<u64, Fault> {
    checked(ty, 0, a, i64::checked_sub, u64::wrapping_sub)
}

/// `~x`
pub(crate) fn complement(ty: IntType, a: u64) -> u64 {
    wrap(ty, !a)
}
