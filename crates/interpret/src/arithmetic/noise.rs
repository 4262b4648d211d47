//! Deterministic pseudo-random numbers.

use crate::arithmetic::{Scalar, wrap};
use integer::IntType;

/// What kind of numbers fill an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fill {
    /// Integers from 0 to 1, floats from 0 to 1.
    Tiny,
    /// Integers that can be subscripts, bytes of all values, floats from 0 to 1.
    Small,
    /// Integers and floats of both signs and several magnitudes.
    Wide,
}

/// A permutation of the words without visible structure (the finaliser of splitmix64).
pub(crate) fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// A hash of bytes.
pub(crate) fn hash_bytes(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(bytes.len() as u64, |hash, &b| mix(hash ^ u64::from(b)))
}

/// A number of a type, from a random word. Pointers are null.
pub(crate) fn sample(ty: Scalar, random: u64, fill: Fill) -> u64 {
    match ty {
        Scalar::Int(ty) => sample_integer(ty, random, fill),
        Scalar::F32 => u64::from((sample_float(random, fill) as f32).to_bits()),
        Scalar::F64 | Scalar::Long => sample_float(random, fill).to_bits(),
        Scalar::Pointer => 0,
    }
}

fn sample_integer(ty: IntType, random: u64, fill: Fill) -> u64 {
    let value = match (ty.bits, fill) {
        (0..=1, _) | (_, Fill::Tiny) => random & 1,
        (2..=8, _) if ty.signed => random & 127,
        (2..=8, _) => random & 255,
        (_, Fill::Small) => random & 3,
        (_, Fill::Wide) if ty.signed => (random % 2001).wrapping_sub(1000),
        (_, Fill::Wide) => random % 1001,
    };
    wrap(ty, value)
}

fn sample_float(random: u64, fill: Fill) -> f64 {
    // In (0, 1), with all bits of the fraction.
    let unit = ((random >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
    match fill {
        Fill::Tiny | Fill::Small => unit,
        Fill::Wide => {
            let exponent = (random & 7) as i32 - 3;
            let sign = [1.0, -1.0][(random >> 3 & 1) as usize];
            sign * (unit + 0.5) * f64::from(exponent).exp2()
        }
    }
}
