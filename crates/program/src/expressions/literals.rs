//! Constants and string literals (C11 6.4.4, 6.4.5).

use crate::literal::{bytes_of, character};
use crate::lowerer::Lowerer;
use crate::lowerer::values::{Lvalue, Typed};
use crate::types::arithmetic::wrapped;
use crate::types::{SIZE, Ty};
use crate::{Place, Value, ValueKind};
use integer::IntType;
use lang_c::ast::{
    Constant, Float, FloatBase, FloatFormat, Integer, IntegerBase, IntegerSize, TS18661FloatFormat,
};
use lang_c::span::Node;
use source::Span;
use std::rc::Rc;
use std::sync::Arc;

impl Lowerer<'_> {
    pub(super) fn constant_literal(&mut self, constant: &Node<Constant>, at: Span) -> Typed {
        if self.is_respelled(constant) {
            return Typed::unknown("a constant of an extended type", at);
        }
        let literal = match &constant.node {
            Constant::Integer(integer) => integer_literal(integer, at),
            Constant::Float(float) => floating_literal(float, at),
            Constant::Character(text) => {
                let value = character(text).map(|value| wrapped(value, self.plain_char()));
                value.map(|value| Typed::int(value, at))
            }
        };
        literal.unwrap_or_else(|| Typed::unknown("a constant that is not understood", at))
    }

    /// Whether the parser was given another constant than the user wrote: `1wb`, `1.0q`.
    fn is_respelled(&self, constant: &Node<Constant>) -> bool {
        let range = self.base.range(constant.span);
        let text = self.contents.unit.text.get(range).unwrap_or("");
        text.starts_with(|c: char| c.is_ascii_digit() || c == '.')
            && text.contains(['w', 'W', 'q', 'Q'])
    }

    /// A string literal as the address of its first byte.
    pub(super) fn string(&mut self, parts: &[String], at: Span) -> Typed {
        match bytes_of(parts) {
            Some(bytes) => self.text(bytes, at),
            None => Typed::unknown("a wide string", at),
        }
    }

    /// A string literal as an array.
    pub(super) fn string_place(&mut self, parts: &[String], at: Span) -> Lvalue {
        let Some(bytes) = bytes_of(parts) else {
            return Lvalue::unknown("a wide string", at);
        };
        let ty = self.char_array(bytes.len() as u64);
        let pointer = self.text(bytes, at);
        let value = Value {
            ty: ty.clone().pointer_to().ir(),
            ..pointer.value
        };
        Lvalue::new(Place::At(Box::new(value)), ty.plain(), at)
    }

    /// The address of the first of some bytes.
    pub(super) fn text(&self, bytes: Vec<u8>, at: Span) -> Typed {
        let ty = Ty::Integer(self.plain_char()).pointer_to();
        Typed::new(ValueKind::Text(bytes), &ty, at)
    }

    /// `char [n]`
    fn char_array(&self, count: u64) -> Ty {
        let length = Value {
            ty: crate::Type::Integer(SIZE),
            kind: ValueKind::Integer(i128::from(count)),
            at: Span::at(0),
        };
        let element = Rc::new(Ty::Integer(self.plain_char()).plain());
        Ty::Array(element, Some(Arc::new(length)))
    }
}

fn integer_literal(integer: &Integer, at: Span) -> Option<Typed> {
    if integer.suffix.imaginary {
        return Some(Typed::unknown("a complex integer", at));
    }
    let radix = match integer.base {
        IntegerBase::Decimal => 10,
        IntegerBase::Octal => 8,
        IntegerBase::Hexadecimal => 16,
        IntegerBase::Binary => 2,
    };
    let digits = match integer.number.is_empty() {
        true => "0",
        false => &integer.number,
    };
    let value = u64::from_str_radix(digits, radix).ok()?;
    let is_wide = integer.suffix.size != IntegerSize::Int;
    let ty = literal_type(value.into(), radix == 10, is_wide, integer.suffix.unsigned)?;
    Some(Typed::new(
        ValueKind::Integer(value.into()),
        &Ty::Integer(ty),
        at,
    ))
}

/// The first type of the list of C11 6.4.4.1 that holds a value.
fn literal_type(value: i128, is_decimal: bool, is_wide: bool, unsigned: bool) -> Option<IntType> {
    let all = [
        (IntType::INT, !is_wide && !unsigned),
        (
            IntType::INT.unsigned(),
            !is_wide && (unsigned || !is_decimal),
        ),
        (IntType::LONG, !unsigned),
        (IntType::LONG.unsigned(), unsigned || !is_decimal),
    ];
    let fits = |ty: &IntType| value <= ty.range().1;
    let allowed = all.into_iter().filter(|(_, allowed)| *allowed);
    { allowed }.map(|(ty, _)| ty).find(fits)
}

fn floating_literal(float: &Float, at: Span) -> Option<Typed> {
    let bytes = match &float.suffix.format {
        FloatFormat::Float => 4,
        FloatFormat::Double => 8,
        FloatFormat::LongDouble => 16,
        FloatFormat::TS18661Format(f) => match (&f.format, f.width) {
            (TS18661FloatFormat::BinaryInterchange, 32) => 4,
            (TS18661FloatFormat::BinaryInterchange, 64) => 8,
            (TS18661FloatFormat::BinaryExtended, 32) => 8,
            _ => return Some(Typed::unknown("an extended floating type", at)),
        },
    };
    let value = match (&float.base, bytes) {
        (FloatBase::Hexadecimal, _) => hexadecimal(&float.number, bytes)?,
        (FloatBase::Decimal, 4) => f64::from(float.number.parse::<f32>().ok()?),
        (FloatBase::Decimal, 8) => float.number.parse().ok()?,
        _ => exactly(&float.number).or_else(|| nearest(&float.number))?,
    };
    let literal = Typed::new(ValueKind::Real(value), &Ty::Floating(bytes), at);
    Some(match float.suffix.imaginary {
        true => literal.imaginary(),
        false => literal,
    })
}

/// A decimal number that has an exact binary form of few digits.
fn exactly(number: &str) -> Option<f64> {
    let value: f64 = number.parse().ok()?;
    let is_short = value.abs() < 4294967296.0 && (value * 1048576.0).fract() == 0.0;
    let plain = number.trim_start_matches('0').trim_end_matches('.');
    let exact = format!("{value:.20}");
    let same = |text: &str| {
        let fraction = text.contains('.');
        let text = match fraction {
            true => text.trim_end_matches('0').trim_end_matches('.'),
            false => text,
        };
        text.trim_start_matches('0').to_string()
    };
    (is_short && same(plain) == same(&exact)).then_some(value)
}

/// A decimal number, as `DBL_MAX` is written, whose digits are all those of a `double` with so many
/// that no other `long double` is nearer.
fn nearest(number: &str) -> Option<f64> {
    let value: f64 = number.parse().ok()?;
    let lower = number.to_ascii_lowercase();
    let (digits, exponent) = lower.split_once('e').unwrap_or((&lower, "0"));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let digits = format!("{whole}{fraction}");
    let exponent = exponent.parse::<i32>().ok()?;
    let is_normal = whole.len() == 1 && whole != "0" && digits.len() >= 22;
    let own = format!("{value:.*e}", digits.len() - 1);
    let (own, power) = own.split_once('e')?;
    (is_normal && own.replace('.', "") == digits && power.parse() == Ok(exponent)).then_some(value)
}

/// `1.8p3`, without `0x`. Only numbers that need no rounding have a value.
fn hexadecimal(number: &str, bytes: u8) -> Option<f64> {
    let lower = number.to_ascii_lowercase();
    let (digits, exponent) = lower.split_once('p').unwrap_or((&lower, "0"));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mantissa = u64::from_str_radix(&format!("{whole}{fraction}"), 16).ok()?;
    let places = i32::try_from(fraction.len()).ok()?.checked_mul(4)?;
    let scale = exponent.parse::<i32>().ok()?.checked_sub(places)?;
    if mantissa == 0 {
        return Some(0.0);
    }
    let width = 64 - mantissa.leading_zeros() - mantissa.trailing_zeros();
    let (digits, range) = if bytes == 4 { (24, 60) } else { (53, 900) };
    let is_exact = width <= digits && (-range..=range).contains(&scale);
    is_exact.then(|| mantissa as f64 * 2.0_f64.powi(scale))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_have_the_first_type_that_holds_them() {
        let unsigned = IntType::INT.unsigned();
        assert_eq!(
            literal_type(1 << 31, true, false, false),
            Some(IntType::LONG)
        );
        assert_eq!(literal_type(1 << 31, false, false, false), Some(unsigned));
        assert_eq!(literal_type(1, true, false, true), Some(unsigned));
        assert_eq!(literal_type(1 << 63, true, false, false), None);
    }

    #[test]
    fn numbers_that_would_be_rounded_have_no_value() {
        assert_eq!(exactly("0.5"), Some(0.5));
        assert_eq!(exactly("2.0"), Some(2.0));
        assert_eq!(exactly("10."), Some(10.0));
        assert_eq!(exactly("0.1"), None);
        assert_eq!(hexadecimal("1.8p1", 8), Some(3.0));
        assert_eq!(hexadecimal("1.0000001p0", 4), None);
        assert_eq!(hexadecimal("0p99999", 8), Some(0.0));
        assert_eq!(hexadecimal("1p128", 4), None);
        assert_eq!(hexadecimal("1p-2147483648", 8), None);
    }
}
