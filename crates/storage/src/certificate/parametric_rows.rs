//! The differences that a row with parametric coefficients does not separate: the zeros of a
//! linearised address modulo its size, as affine sets.
//!
//! An address is a number `x_0 + B_1 (x_1 + B_2 (x_2 + ...))` with affine digits. Its zeros modulo
//! `b` are found in one of three ways. A highest digit with few values is split by its value. With
//! `b = c B + e`, `c` and `e` numbers, `c` times the address is `c x_0 - e x_1` plus a multiple of
//! `b`. Else the digits of the address are compared with those of the multiples of `b`.

use super::multiples::{MOST_MULTIPLES, most_multiples, multiples_of};
use crate::problem::row_form;
use crate::{Problem, Row};
use poly::{Expr, Result, Set};

/// A digit takes few values if its absolute value is at most this.
const FEW_VALUES: i64 = 4;

/// `{ d in set : row · d = 0 mod b }`, or `None` if none of the three ways applies.
pub(super) fn not_separated(problem: &Problem, set: &Set, row: &Row) -> Result<Option<Set>> {
    let higher = row.higher.iter();
    let digits = higher.map(|digit| HigherDigit {
        base: digit.base.clone(),
        digit: Affine::of(&digit.form),
    });
    for digit in &row.higher {
        if !digit.base.is_affine() || !problem.always(&format!("{} >= 1", digit.base))? {
            return Ok(None);
        }
    }
    let address = Address {
        lowest: Affine::of(&row.form),
        higher: digits.collect(),
    };
    zeros(problem, set, address, &row.modulus)
}

/// An affine form of a difference and the parameters.
#[derive(Clone)]
struct Affine {
    form: Vec<i64>,
    offset: Expr,
}

impl Affine {
    fn of(form: &[i64]) -> Self {
        Affine {
            form: form.to_vec(),
            offset: Expr::default(),
        }
    }

    fn value(&self) -> Expr {
        row_form(&self.form) + self.offset.clone()
    }
}

/// A digit above the lowest, and its base: how many times it counts.
#[derive(Clone)]
struct HigherDigit {
    base: Expr,
    digit: Affine,
}

#[derive(Clone)]
struct Address {
    lowest: Affine,
    higher: Vec<HigherDigit>,
}

/// `{ d in set : address = 0 mod b }`
fn zeros(problem: &Problem, set: &Set, address: Address, modulus: &Expr) -> Result<Option<Set>> {
    let Some(top) = address.higher.last() else {
        if modulus.degree() <= 1 && address.lowest.offset.degree() <= 1 {
            let value = address.lowest.value().to_string();
            return multiples_of(problem, set, &value, modulus);
        }
        return by_digits(problem, set, &address, modulus);
    };
    match problem
        .reach(set, &top.digit.form)?
        .map(|e| e.as_constant())
    {
        None => return Ok(Some(set.clone())),
        Some(Some(most)) if most <= FEW_VALUES => {
            return by_value(problem, set, &address, most, modulus);
        }
        Some(_) => {}
    }
    if let Some(found) = by_unit(problem, set, &address, modulus)? {
        return Ok(Some(found));
    }
    by_digits(problem, set, &address, modulus)
}

/// Split by the value of the highest digit.
fn by_value(
    problem: &Problem,
    set: &Set,
    address: &Address,
    most: i64,
    modulus: &Expr,
) -> Result<Option<Set>> {
    let mut all: Option<Set> = None;
    for value in -most..=most {
        let mut address = address.clone();
        let Some(top) = address.higher.pop() else {
            return Ok(None);
        };
        let there = format!("{} = {value}", row_form(&top.digit.form));
        let there = set.intersect(&problem.points_where(&there)?)?;
        let next = match address.higher.last_mut() {
            Some(next) => &mut next.digit,
            None => &mut address.lowest,
        };
        let digit = top.digit.offset + Expr::constant(value);
        next.offset = next.offset.clone() + digit * &top.base;
        let Some(found) = zeros(problem, &there, address, modulus)? else {
            return Ok(None);
        };
        all = Some(match all {
            Some(all) => all.union(&found)?,
            None => found,
        });
    }
    Ok(all)
}

/// With `b = c B + e`: the address `x + B y` is a multiple of `b` exactly if `c x - e y = m b` and
/// `c` divides `y + m`.
fn by_unit(problem: &Problem, set: &Set, address: &Address, modulus: &Expr) -> Result<Option<Set>> {
    let [HigherDigit { base, digit }] = address.higher.as_slice() else {
        return Ok(None);
    };
    let division = modulus.divide(base);
    let numbers = division.and_then(|(c, e)| Some((c.as_constant()?, e.as_constant()?)));
    let Some((c, e)) = numbers.filter(|(c, _)| *c >= 1) else {
        return Ok(None);
    };
    let value = address.lowest.value() * c - digit.value() * e;
    if value.degree() > 1 || digit.offset.degree() > 1 {
        return Ok(None);
    }
    let Some(most) = most_multiples(problem, set, &value.to_string(), modulus)? else {
        return Ok(None);
    };
    let mut found: Option<Set> = None;
    for m in 1 - most..most {
        let digit = digit.value() + Expr::constant(m);
        let condition = format!(
            "exists k' : {value} = {} and {digit} = {c}*k'",
            modulus.clone() * m
        );
        let there = set.intersect(&problem.points_where(&condition)?)?;
        found = Some(match found {
            Some(found) => found.union(&there)?,
            None => there,
        });
    }
    Ok(found)
}

/// Digit by digit: the address is `m b` for finitely many `m`, and each digit, plus its carry, is
/// that of `m b` plus one of finitely many multiples of the base above it.
fn by_digits(
    problem: &Problem,
    set: &Set,
    address: &Address,
    modulus: &Expr,
) -> Result<Option<Set>> {
    let Some(most) = most_moduli(problem, set, address, modulus)? else {
        return Ok(None);
    };
    let mut digits = Vec::new();
    let mut left = modulus.clone();
    for higher in &address.higher {
        let Some((above, digit)) = left.divide(&higher.base) else {
            return Ok(None);
        };
        digits.push(digit);
        left = above;
    }
    digits.push(left);
    let mut all = set.subtract(set)?;
    for m in 1 - most..most {
        let multiple: Vec<Expr> = digits.iter().map(|digit| digit.clone() * m).collect();
        let Some(found) = equal(problem, set, address, &multiple)? else {
            return Ok(None);
        };
        all = all.union(&found)?;
    }
    Ok(Some(all))
}

/// `{ d in set : address = the number with these digits }`
fn equal(problem: &Problem, set: &Set, address: &Address, digits: &[Expr]) -> Result<Option<Set>> {
    let Some((digit, above)) = digits.split_first() else {
        return Ok(None);
    };
    let rest = address.lowest.value() - digit.clone();
    if rest.degree() > 1 {
        return Ok(None);
    }
    let Some((next, higher)) = address.higher.split_first() else {
        let condition = problem.points_where(&format!("{rest} = 0"))?;
        return set.intersect(&condition).map(Some);
    };
    let Some(most) = most_multiples(problem, set, &rest.to_string(), &next.base)? else {
        return Ok(None);
    };
    let mut all = set.subtract(set)?;
    for carry in 1 - most..most {
        let condition = format!("{rest} = {}", next.base.clone() * carry);
        let there = set.intersect(&problem.points_where(&condition)?)?;
        let mut lowest = next.digit.clone();
        lowest.offset = lowest.offset + Expr::constant(carry);
        let address = Address {
            lowest,
            higher: higher.to_vec(),
        };
        let Some(found) = equal(problem, &there, &address, above)? else {
            return Ok(None);
        };
        all = all.union(&found)?;
    }
    Ok(Some(all))
}

/// A number `q` with `|address| < q b` on the set.
fn most_moduli(
    problem: &Problem,
    set: &Set,
    address: &Address,
    modulus: &Expr,
) -> Result<Option<i64>> {
    let Some(largest) = problem.reach(set, &address.lowest.form)? else {
        return Ok(Some(1));
    };
    let (mut largest, mut offset) = (largest, address.lowest.offset.clone());
    let mut weight = Expr::constant(1);
    for higher in &address.higher {
        weight = weight * &higher.base;
        if let Some(reach) = problem.reach(set, &higher.digit.form)? {
            largest = largest + reach * &weight;
        }
        offset = offset + higher.digit.offset.clone() * &weight;
    }
    for q in 1..=MOST_MULTIPLES {
        let room = modulus.clone() * q - largest.clone();
        if problem.is_positive(&(room.clone() - offset.clone()))?
            && problem.is_positive(&(room + offset.clone()))?
        {
            return Ok(Some(q));
        }
    }
    Ok(None)
}
