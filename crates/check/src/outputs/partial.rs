//! Operators that are not defined for all operands, and the instances in which they may be without
//! a value: division by zero, for example. The names of operators tell their types: `"+ i32"`,
//! `"u8 of double"`.

use super::claim::Side;
use super::difference::Hazard;
use super::terms::{Term, TermId};
use poly::{Map, Set, Space, any};
use scop::StmtId;
use std::cell::RefCell;
use std::collections::HashMap;

/// Numbers from the first to the second one.
type Range = (i128, i128);

/// The ranges of the terms of one system.
pub(super) struct Ranges<'p, 's> {
    side: &'p Side<'s>,
    known: RefCell<HashMap<TermId, Option<Range>>>,
}

impl<'p, 's> Ranges<'p, 's> {
    pub(super) fn new(side: &'p Side<'s>) -> Self {
        Ranges {
            side,
            known: RefCell::default(),
        }
    }

    /// What may go wrong as an operator is applied, and in which instances of its statement.
    pub(super) fn hazard(&self, id: TermId, home: StmtId) -> poly::Result<Option<(Hazard, Set)>> {
        let Term::Apply { operator, operands } = self.side.terms.term(id) else {
            return Ok(None);
        };
        let all = self.side.terms.domains[home.0 as usize].clone();
        let anywhere = |hazard| Ok(Some((hazard, all.clone())));
        let (symbol, ty) = operator.split_once(' ').unwrap_or((operator, ""));
        match (symbol, operands.as_slice()) {
            _ if *operator == scop::OVERLAP => anywhere(Hazard::Overlap),
            (scop::SUBSCRIPTS, _) => anywhere(Hazard::Subscript),
            (scop::MEMORY, _) => anywhere(Hazard::Memory),
            (scop::EXECUTE, _) => anywhere(Hazard::Statement),
            ("/" | "%", [a, b]) if is_integer(ty) => {
                let bad = self.bad_divisors((*a, *b), ty, &all)?;
                Ok(bad.map(|bad| (Hazard::Division, bad)))
            }
            ("<<", [..]) if is_signed(ty) && !self.fits(id, ty)? => anywhere(Hazard::Shift),
            ("<<" | ">>", [_, by]) if is_integer(ty) => {
                let bad = self.bad_distances(*by, ty, &all)?;
                Ok(bad.map(|bad| (Hazard::Shift, bad)))
            }
            ("+" | "-" | "*" | "neg" | "sum", _) if is_signed(ty) => match self.fits(id, ty)? {
                true => Ok(None),
                false => anywhere(Hazard::Overflow),
            },
            ("abs" | "labs" | "llabs", [a]) => match self.may_be_least(*a, absolute(symbol))? {
                true => anywhere(Hazard::Overflow),
                false => Ok(None),
            },
            (into, [a]) if is_integer(into) && converts_floating(ty) => {
                let range = self.range(*a)?;
                match (range, type_range(into)) {
                    (Some(range), Some(most)) if contains(most, range) => Ok(None),
                    _ => anywhere(Hazard::Conversion),
                }
            }
            _ => Ok(None),
        }
    }

    /// The instances in which a quotient may not exist.
    fn bad_divisors(
        &self,
        (dividend, divisor): (TermId, TermId),
        ty: &str,
        all: &Set,
    ) -> poly::Result<Option<Set>> {
        let may_overflow = is_signed(ty) && self.may_be_least(dividend, ty)?;
        let mut bad = vec![0];
        bad.extend(may_overflow.then_some(-1));
        let Term::Integer(value) = self.side.terms.term(divisor) else {
            let range = self.range_in(divisor, ty)?;
            let may_be = |n: &i128| range.is_none_or(|(low, high)| low <= *n && *n <= high);
            return Ok(bad.iter().any(may_be).then(|| all.clone()));
        };
        let bad = any(bad.iter().map(|n| format!("k = {n}")));
        instances(value, &bad, all)
    }

    /// The instances in which a shift may be by too much, or by a negative number.
    fn bad_distances(&self, by: TermId, ty: &str, all: &Set) -> poly::Result<Option<Set>> {
        let Some(bits) = bits(ty) else {
            return Ok(Some(all.clone()));
        };
        let Term::Integer(value) = self.side.terms.term(by) else {
            let range = self.range(by)?;
            let is_good = range.is_some_and(|r| contains((0, i128::from(bits) - 1), r));
            return Ok((!is_good).then(|| all.clone()));
        };
        instances(value, &format!("k < 0 or k >= {bits}"), all)
    }

    /// Whether the result of an operation is a number of a type, whatever its operands.
    fn fits(&self, id: TermId, ty: &str) -> poly::Result<bool> {
        let exact = self.exact(id, ty)?;
        Ok(matches!((exact, type_range(ty)), (Some(r), Some(most)) if contains(most, r)))
    }

    fn may_be_least(&self, id: TermId, ty: &str) -> poly::Result<bool> {
        let range = self.range_in(id, ty)?;
        let least = type_range(ty).map(|(low, _)| low);
        Ok(range.map(|(low, _)| low) == least || range.is_none())
    }

    /// The range of a value of a type.
    fn range_in(&self, id: TermId, ty: &str) -> poly::Result<Option<Range>> {
        let range = self.range(id)?;
        let most = type_range(ty);
        Ok(match (range, most) {
            (Some(range), Some(most)) if contains(most, range) => Some(range),
            (range, None) => range,
            (_, most) => most,
        })
    }

    /// The range of a value; `None` if nothing is known, not even its type.
    fn range(&self, id: TermId) -> poly::Result<Option<Range>> {
        if let Some(known) = self.known.borrow().get(&id) {
            return Ok(*known);
        }
        // A value that depends on itself may be any.
        self.known.borrow_mut().insert(id, None);
        let found = self.found(id)?;
        self.known.borrow_mut().insert(id, found);
        Ok(found)
    }

    fn found(&self, id: TermId) -> poly::Result<Option<Range>> {
        match self.side.terms.term(id) {
            Term::Integer(value) => number_range(value),
            Term::Apply { operator, operands } => self.applied(id, operator, operands),
            Term::Choose { then, other, .. } => Ok(hull(self.range(*then)?, self.range(*other)?)),
            Term::Read(event) => {
                let sources = self.side.flow.sources(&self.side.terms, *event)?;
                if !sources.rest.is_empty()? {
                    return Ok(None);
                }
                let mut all: Option<Option<Range>> = None;
                for (writer, _) in &sources.writers {
                    let own = self.range(self.side.terms.root(*writer))?;
                    all = Some(all.map_or(own, |all| hull(all, own)));
                }
                Ok(all.flatten())
            }
            Term::Start(_) | Term::Family { .. } => Ok(None),
        }
    }

    fn applied(
        &self,
        id: TermId,
        operator: &str,
        operands: &[TermId],
    ) -> poly::Result<Option<Range>> {
        let (symbol, ty) = operator.split_once(' ').unwrap_or((operator, ""));
        if let (Some(from), [a]) = (ty.strip_prefix("of "), operands) {
            let range = self.range_in(*a, from)?;
            if let Some(digits) = digits(symbol) {
                return Ok(range.map(|range| rounded(range, digits)));
            }
            let into = type_range(symbol);
            return Ok(match (range, into) {
                (Some(range), Some(into)) if !contains(into, range) => Some(into),
                (None, into) => into,
                (range, _) => range,
            });
        }
        match (symbol, operands) {
            ("<" | "<=" | "==" | "!=" | "!", _) => Ok(Some((0, 1))),
            ("choose", [_, then, other]) => {
                Ok(hull(self.range_in(*then, ty)?, self.range_in(*other, ty)?))
            }
            (_, []) => Ok(constant(symbol, ty)),
            _ if digits(ty).is_some() => self.exact(id, ty),
            _ => {
                let (exact, most) = (self.exact(id, ty)?, type_range(ty));
                Ok(match (exact, most) {
                    (Some(exact), Some(most)) if contains(most, exact) => Some(exact),
                    (_, most) => most,
                })
            }
        }
    }

    /// The range of the result of an operation on numbers of a type, which may be larger than the
    /// type.
    fn exact(&self, id: TermId, ty: &str) -> poly::Result<Option<Range>> {
        let Term::Apply { operator, operands } = self.side.terms.term(id) else {
            return Ok(None);
        };
        let symbol = operator.split(' ').next().unwrap_or_default();
        let digits = digits(ty);
        if !is_integer(ty) && digits.is_none() {
            return Ok(None);
        }
        let exact = match operands.as_slice() {
            [a] => {
                let range = self.range_in(*a, ty)?;
                range.filter(|_| symbol == "neg").map(|(a, b)| (-b, -a))
            }
            [a, b] => {
                let second = match symbol {
                    "<<" | ">>" => self.range(*b)?,
                    _ => self.range_in(*b, ty)?,
                };
                match (self.range_in(*a, ty)?, second) {
                    (Some(a), Some(b)) => match digits {
                        Some(_) => combined_floating(symbol, a, b),
                        None => combined(symbol, a, b),
                    },
                    _ => None,
                }
            }
            _ => None,
        };
        Ok(exact.map(|range| digits.map_or(range, |digits| rounded(range, digits))))
    }
}

/// The same for floating numbers, before the result is rounded.
fn combined_floating(symbol: &str, (a, b): Range, (c, d): Range) -> Option<Range> {
    match symbol {
        "+" | "-" | "*" => combined(symbol, (a, b), (c, d)),
        "/" if c > 0 => Some((a.min(0), b.max(0))),
        _ => None,
    }
}

/// The binary digits that a floating type has at least.
fn digits(ty: &str) -> Option<u32> {
    match ty {
        "float" => Some(24),
        "double" | "long double" => Some(53),
        _ => None,
    }
}

/// A range whose ends may have been rounded to so many binary digits.
fn rounded((low, high): Range, digits: u32) -> Range {
    let error = |end: i128| match end.unsigned_abs() >> digits {
        0 => 0,
        _ => (end.abs() >> digits) + 1,
    };
    (
        low.saturating_sub(error(low)),
        high.saturating_add(error(high)),
    )
}

/// The range of the result of an operator of two numbers.
fn combined(symbol: &str, (a, b): Range, (c, d): Range) -> Option<Range> {
    let around = |results: [i128; 4]| {
        let (low, high) = (results.iter().min(), results.iter().max());
        Some((*low?, *high?))
    };
    match symbol {
        "+" => Some((a.checked_add(c)?, b.checked_add(d)?)),
        "-" => Some((a.checked_sub(d)?, b.checked_sub(c)?)),
        "*" => around([
            a.checked_mul(c)?,
            a.checked_mul(d)?,
            b.checked_mul(c)?,
            b.checked_mul(d)?,
        ]),
        "/" if c > 0 => around([a / c, a / d, b / c, b / d]),
        "%" if c > 0 => Some((a.min(0).max(1 - d), b.max(0).min(d - 1))),
        "&" if a >= 0 && c >= 0 => Some((0, b.min(d))),
        "&" if a >= 0 => Some((0, b)),
        "&" if c >= 0 => Some((0, d)),
        "|" | "^" if a >= 0 && c >= 0 => {
            let above = (b.max(d).unsigned_abs() + 1).checked_next_power_of_two()?;
            Some((0, i128::try_from(above - 1).ok()?))
        }
        "<<" if a >= 0 && c >= 0 && d < 64 => Some((a << c, b.checked_mul(1 << d)?)),
        ">>" if c >= 0 && d < 64 => around([a >> c, a >> d, b >> c, b >> d]),
        _ => None,
    }
}

/// The instances in which a condition holds for a number, `k`.
fn instances(value: &Map, condition: &str, all: &Set) -> poly::Result<Option<Set>> {
    let numbers = Space::plain(all.context()).points(&["k"], condition)?;
    let found = value.intersect_range(&numbers)?.domain()?.intersect(all)?;
    Ok((!found.is_empty()?).then_some(found))
}

/// The values of a number, if they are bounded.
fn number_range(value: &Map) -> poly::Result<Option<Range>> {
    let values = value.range()?;
    let (high, low) = (values.max_of(&[1])?, values.max_of(&[-1])?);
    Ok(match (low, high) {
        (Some(low), Some(high)) => Some((-i128::from(low), i128::from(high))),
        _ => None,
    })
}

/// A constant by its name: `"0.5 double"`. A fraction is between two numbers.
fn constant(symbol: &str, ty: &str) -> Option<Range> {
    if is_integer(ty) {
        let value = symbol.parse().ok()?;
        return Some((value, value));
    }
    let value: f64 = symbol.parse().ok()?;
    #[allow(clippy::cast_possible_truncation)]
    let number = |value: f64| (value.abs() < 1e30).then_some(value as i128);
    Some((number(value.floor())?, number(value.ceil())?))
}

fn hull(a: Option<Range>, b: Option<Range>) -> Option<Range> {
    let ((a, b), (c, d)) = (a?, b?);
    Some((a.min(c), b.max(d)))
}

fn contains((low, high): Range, (a, b): Range) -> bool {
    low <= a && b <= high
}

/// The type of the argument of `abs`, `labs` and `llabs`.
fn absolute(function: &str) -> &'static str {
    match function {
        "abs" => "i32",
        _ => "i64",
    }
}

fn converts_floating(from: &str) -> bool {
    matches!(from, "of float" | "of double" | "of long double")
}

fn is_signed(ty: &str) -> bool {
    is_integer(ty) && ty.starts_with('i')
}

fn is_integer(ty: &str) -> bool {
    bits(ty).is_some()
}

/// The width of an integer type.
fn bits(ty: &str) -> Option<u32> {
    ty.strip_prefix(['i', 'u'])?.parse().ok()
}

/// The numbers of a type of at most 64 bits.
fn type_range(ty: &str) -> Option<Range> {
    if ty == "bool" {
        return Some((0, 1));
    }
    let bits = bits(ty).filter(|bits| (1..=64).contains(bits))?;
    Some(match is_signed(ty) {
        true => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        false => (0, (1 << bits) - 1),
    })
}
