//! Functions of complex numbers, given by the bits of their parts. `float complex` is computed in
//! `double` and rounded.

use crate::arithmetic::float::value;
use crate::arithmetic::math::Math;
use crate::arithmetic::noise::{Fill, hash_bytes, mix, sample};
use crate::arithmetic::{Scalar, convert};

/// A complex number in `double`.
type Number = [f64; 2];

/// A library function from complex numbers to a complex number.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ComplexMath {
    /// `conj`, which has no rounding.
    Conjugate,
    /// One operand.
    One(fn(Number) -> Number),
    /// Two operands.
    Two(fn(Number, Number) -> Number),
    /// Another function: some value that depends on the operands and the name alone.
    Some,
}

impl ComplexMath {
    /// A function by its name.
    pub(crate) fn named(name: &str) -> ComplexMath {
        let stem = name.strip_suffix(['f', 'l']).unwrap_or(name);
        match stem {
            "conj" => ComplexMath::Conjugate,
            "cproj" => ComplexMath::One(projection),
            "cexp" => ComplexMath::One(exponential),
            "clog" => ComplexMath::One(logarithm),
            "csqrt" => ComplexMath::One(root),
            "csin" => ComplexMath::One(|[x, y]| [x.sin() * y.cosh(), x.cos() * y.sinh()]),
            "ccos" => ComplexMath::One(|[x, y]| [x.cos() * y.cosh(), -x.sin() * y.sinh()]),
            "csinh" => ComplexMath::One(|[x, y]| [x.sinh() * y.cos(), x.cosh() * y.sin()]),
            "ccosh" => ComplexMath::One(|[x, y]| [x.cosh() * y.cos(), x.sinh() * y.sin()]),
            "cpow" => ComplexMath::Two(|z, w| exponential(product(w, logarithm(z)))),
            _ => ComplexMath::Some,
        }
    }

    /// Whether it is `conj`.
    pub(crate) fn is_conjugate(self) -> bool {
        matches!(self, ComplexMath::Conjugate)
    }

    /// The parts of the value of the function with this hash of its name, whose operands have parts
    /// of a type.
    pub(crate) fn apply(self, ty: Scalar, name: u64, operands: &[u64]) -> [u64; 2] {
        let at = |n: usize| operands.get(n).map_or(0.0, |&bits| value(ty, bits));
        let z = [at(0), at(1)];
        let result = match self {
            ComplexMath::Conjugate => [z[0], -z[1]],
            ComplexMath::One(f) => f(z),
            ComplexMath::Two(f) => f(z, [at(2), at(3)]),
            ComplexMath::Some => {
                let hash = operands.iter().fold(name, |hash, &bits| mix(hash ^ bits));
                return [hash, mix(hash)].map(|random| sample(ty, random, Fill::Small));
            }
        };
        result.map(|part| rounded(ty, part))
    }
}

impl Math {
    /// A function of a complex number that is computed from its two parts.
    pub(crate) fn of_complex(name: &str) -> Math {
        match name {
            "cabs" | "cabsf" | "cabsl" => Math::named("hypot"),
            "carg" | "cargf" | "cargl" => Math::Two(
                |real, imaginary| imaginary.atan2(real),
                |real, imaginary| imaginary.atan2(real),
            ),
            name => Math::Some(hash_bytes(name.as_bytes())),
        }
    }
}

/// The quotient of `a + bi` and `c + di`, by R. L. Smith, "Algorithm 116: Complex division" (1962),
/// as gcc has it for numbers of ordinary size.
pub(crate) fn divide_complex(ty: Scalar, [a, b, c, d]: [u64; 4]) -> [u64; 2] {
    let [a, b, c, d] = [a, b, c, d].map(|bits| value(ty, bits));
    let quotient = match (ty, c.abs() < d.abs()) {
        (Scalar::F32, _) => {
            let denominator = c * c + d * d;
            [(a * c + b * d) / denominator, (b * c - a * d) / denominator]
        }
        (_, true) => {
            let ratio = c / d;
            let denominator = c * ratio + d;
            [(a * ratio + b) / denominator, (b * ratio - a) / denominator]
        }
        (_, false) => {
            let ratio = d / c;
            let denominator = d * ratio + c;
            [(b * ratio + a) / denominator, (b - a * ratio) / denominator]
        }
    };
    quotient.map(|part| rounded(ty, part))
}

/// Whether the bits are those of a finite number.
pub(crate) fn is_finite(ty: Scalar, bits: u64) -> bool {
    value(ty, bits).is_finite()
}

fn rounded(ty: Scalar, part: f64) -> u64 {
    match ty {
        Scalar::F32 => convert(Scalar::F64, ty, part.to_bits()).unwrap_or_default(),
        _ => part.to_bits(),
    }
}

fn product([a, b]: Number, [c, d]: Number) -> Number {
    [a * c - b * d, a * d + b * c]
}

fn projection([x, y]: Number) -> Number {
    match x.is_infinite() || y.is_infinite() {
        true => [f64::INFINITY, 0.0_f64.copysign(y)],
        false => [x, y],
    }
}

fn exponential([x, y]: Number) -> Number {
    [x.exp() * y.cos(), x.exp() * y.sin()]
}

fn logarithm([x, y]: Number) -> Number {
    [x.hypot(y).ln(), y.atan2(x)]
}

/// The square root with a real part that is not negative.
fn root([x, y]: Number) -> Number {
    if y == 0.0 {
        return match x < 0.0 {
            true => [0.0, (-x).sqrt().copysign(y)],
            false => [x.sqrt().abs(), 0.0_f64.copysign(y)],
        };
    }
    let size = x.hypot(y);
    match x > 0.0 {
        true => {
            let real = (0.5 * (size + x)).sqrt();
            [real, 0.5 * (y / real)]
        }
        false => {
            let imaginary = (0.5 * (size - x)).sqrt();
            [(0.5 * (y / imaginary)).abs(), imaginary.copysign(y)]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quotient(operands: [f64; 4]) -> [f64; 2] {
        divide_complex(Scalar::F64, operands.map(f64::to_bits)).map(f64::from_bits)
    }

    #[test]
    fn quotients_by_either_part() {
        assert_eq!(quotient([5.0, 10.0, 1.0, 2.0]), [5.0, 0.0]);
        assert_eq!(quotient([-5.0, 10.0, 2.0, 1.0]), [0.0, 5.0]);
        assert_eq!(quotient([3.0, 0.0, 0.0, 2.0]), [0.0, -1.5]);
    }

    #[test]
    fn roots_have_no_negative_real_part() {
        assert_eq!(root([-4.0, 0.0]), [0.0, 2.0]);
        assert_eq!(root([-4.0, -0.0]), [0.0, -2.0]);
        assert_eq!(root([3.0, 4.0]), [2.0, 1.0]);
        assert_eq!(root([-3.0, -4.0]), [1.0, -2.0]);
    }

    #[test]
    fn names_have_their_suffix() {
        assert!(ComplexMath::named("conjf").is_conjugate());
        assert!(matches!(ComplexMath::named("csqrtl"), ComplexMath::One(_)));
        assert!(matches!(ComplexMath::named("catanh"), ComplexMath::Some));
    }
}
