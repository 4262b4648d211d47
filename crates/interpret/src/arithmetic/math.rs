//! The library functions that compute a number from numbers.

use crate::arithmetic::float::value;
use crate::arithmetic::noise::{Fill, hash_bytes, mix, sample};
use crate::arithmetic::{Scalar, convert};

/// A library function of numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Math {
    /// One operand; computed in both precisions.
    One(fn(f64) -> f64, fn(f32) -> f32),
    /// Two operands.
    Two(fn(f64, f64) -> f64, fn(f32, f32) -> f32),
    /// Three operands.
    Three(fn(f64, f64, f64) -> f64, fn(f32, f32, f32) -> f32),
    /// A question about a floating operand.
    Test(fn(f64) -> bool),
    /// The absolute value of an integer.
    Absolute,
    /// Rounds to an integer.
    Rounded(fn(f64) -> f64),
    /// Another function, by the hash of its name: some value that depends on the operands alone.
    Some(u64),
}

impl Math {
    /// A function by its name.
    pub(crate) fn named(name: &str) -> Math {
        let name = name.strip_prefix("__builtin_").unwrap_or(name);
        let long = name.strip_suffix('l').map(base);
        let short = name.strip_suffix('f').map(base);
        let found = [Some(base(name)), short, long]
            .into_iter()
            .flatten()
            .flatten();
        let other = Math::Some(hash_bytes(name.as_bytes()));
        found.into_iter().next().unwrap_or(other)
    }

    /// The value of the function, whose operands have the given types.
    pub(crate) fn apply(self, returns: Scalar, operands: &[(Scalar, u64)]) -> u64 {
        let at = |n: usize| operands.get(n).copied().unwrap_or((returns, 0));
        match self {
            Math::Absolute => (at(0).1 as i64).unsigned_abs(),
            Math::Some(name) => unknown(name, returns, operands),
            Math::Test(test) => u64::from(test(value(at(0).0, at(0).1))),
            Math::Rounded(round) => {
                let rounded = round(value(at(0).0, at(0).1)).to_bits();
                convert(Scalar::F64, returns, rounded).unwrap_or_default()
            }
            _ if returns == Scalar::F32 => self.in_single(|n| f32::from_bits(at(n).1 as u32)),
            _ => self.in_double(|n| value(at(n).0, at(n).1)),
        }
    }

    fn in_single(self, at: impl Fn(usize) -> f32) -> u64 {
        u64::from(f32::to_bits(match self {
            Math::One(_, f) => f(at(0)),
            Math::Two(_, f) => f(at(0), at(1)),
            Math::Three(_, f) => f(at(0), at(1), at(2)),
            _ => 0.0,
        }))
    }

    fn in_double(self, at: impl Fn(usize) -> f64) -> u64 {
        f64::to_bits(match self {
            Math::One(f, _) => f(at(0)),
            Math::Two(f, _) => f(at(0), at(1)),
            Math::Three(f, _) => f(at(0), at(1), at(2)),
            _ => 0.0,
        })
    }
}

/// A function of `double` by its name.
fn base(name: &str) -> Option<Math> {
    one(name).or_else(|| two(name)).or_else(|| test(name))
}

fn one(name: &str) -> Option<Math> {
    Some(match name {
        "sqrt" => Math::One(f64::sqrt, f32::sqrt),
        "fabs" => Math::One(f64::abs, f32::abs),
        "floor" => Math::One(f64::floor, f32::floor),
        "ceil" => Math::One(f64::ceil, f32::ceil),
        "trunc" => Math::One(f64::trunc, f32::trunc),
        "round" => Math::One(f64::round, f32::round),
        "rint" | "nearbyint" => Math::One(f64::round_ties_even, f32::round_ties_even),
        "exp" => Math::One(f64::exp, f32::exp),
        "exp2" => Math::One(f64::exp2, f32::exp2),
        "expm1" => Math::One(f64::exp_m1, f32::exp_m1),
        "log" => Math::One(f64::ln, f32::ln),
        "log2" => Math::One(f64::log2, f32::log2),
        "log10" => Math::One(f64::log10, f32::log10),
        "log1p" => Math::One(f64::ln_1p, f32::ln_1p),
        "cbrt" => Math::One(f64::cbrt, f32::cbrt),
        "sin" => Math::One(f64::sin, f32::sin),
        "cos" => Math::One(f64::cos, f32::cos),
        "tan" => Math::One(f64::tan, f32::tan),
        "asin" => Math::One(f64::asin, f32::asin),
        "acos" => Math::One(f64::acos, f32::acos),
        "atan" => Math::One(f64::atan, f32::atan),
        "sinh" => Math::One(f64::sinh, f32::sinh),
        "cosh" => Math::One(f64::cosh, f32::cosh),
        "tanh" => Math::One(f64::tanh, f32::tanh),
        _ => return None,
    })
}

fn two(name: &str) -> Option<Math> {
    Some(match name {
        "pow" => Math::Two(f64::powf, f32::powf),
        "fmod" => Math::Two(std::ops::Rem::rem, std::ops::Rem::rem),
        "fmin" => Math::Two(f64::min, f32::min),
        "fmax" => Math::Two(f64::max, f32::max),
        "fdim" => Math::Two(|a, b| (a - b).max(0.0), |a, b| (a - b).max(0.0)),
        "hypot" => Math::Two(f64::hypot, f32::hypot),
        "atan2" => Math::Two(f64::atan2, f32::atan2),
        "copysign" => Math::Two(f64::copysign, f32::copysign),
        "fma" => Math::Three(f64::mul_add, f32::mul_add),
        _ => return None,
    })
}

fn test(name: &str) -> Option<Math> {
    Some(match name {
        "abs" | "labs" | "llabs" | "imaxabs" => Math::Absolute,
        "lround" | "llround" => Math::Rounded(f64::round),
        "lrint" | "llrint" => Math::Rounded(f64::round_ties_even),
        "isnan" => Math::Test(f64::is_nan),
        "isinf" | "isinf_sign" => Math::Test(f64::is_infinite),
        "isfinite" | "finite" => Math::Test(f64::is_finite),
        "isnormal" => Math::Test(f64::is_normal),
        "signbit" => Math::Test(f64::is_sign_negative),
        _ => return None,
    })
}

fn unknown(name: u64, returns: Scalar, operands: &[(Scalar, u64)]) -> u64 {
    let hash = operands
        .iter()
        .fold(name, |hash, &(_, bits)| mix(hash ^ bits));
    sample(returns, hash, Fill::Small)
}
