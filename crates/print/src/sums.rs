//! Sums of names as C text that computes them in their types: no signed sum leaves its type, and
//! no unsigned one exceeds it.
//!
//! ```c
//! for (int ii = tt + 1; ii < n + steps && ...              n and steps are known to be small
//! for (long long ii = tt + 1; ii < (long long)n + steps && ...                 they are not
//! ```
//!
//! A text is written with plain sums first. If one of them may leave its type, it is written again
//! with counters of its own in a wide type, in which all sums with such a counter are computed.
//! Others get a cast.
//!
//! Assumes:
//!
//! * Where a sum of unsigned numbers of the narrow text is less than 0, it is not used. The proof
//!   of the text decides that.
//! * Sizes of 64 bits, which bound loops, are at most [`LARGEST`]: nothing has more elements or
//!   iterations. Where a loop of 64 bits starts at a variable, that may have any value.

use crate::plain::{append, c_text};
use integer::IntType;
use poly::{Atom, Expr};
use std::cell::RefCell;

/// No size is larger.
const LARGEST: i128 = 1 << 60;

/// The type of counters in wide texts, which every C99 compiler has.
pub const WIDE: &str = "long long";

/// The values that a sum may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Values {
    /// The least one.
    pub least: i128,
    /// The largest one.
    pub most: i128,
}

impl Values {
    /// All from one number to another one.
    pub fn new(least: i128, most: i128) -> Self {
        Values { least, most }
    }

    /// One number.
    pub fn number(value: i64) -> Self {
        Values::new(value.into(), value.into())
    }

    /// Those of a type.
    pub fn of(ty: IntType) -> Self {
        let (least, most) = ty.held();
        Values { least, most }
    }

    /// Those of a size; of a number at which loops start, if it is such one.
    pub fn of_size(ty: IntType, is_start: bool) -> Self {
        match ty.bits == IntType::LONG.bits && !is_start {
            true => Values::of(ty).and(Values::new(-LARGEST, LARGEST)),
            false => Values::of(ty),
        }
    }

    /// All values of both.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Values::new(self.least.min(other.least), self.most.max(other.most))
    }

    /// The values that both have.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Values::new(self.least.max(other.least), self.most.min(other.most))
    }

    /// The sums of both.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Values::new(
            self.least.saturating_add(other.least),
            self.most.saturating_add(other.most),
        )
    }

    /// The products of both.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        let product = |a: i128, b: i128| a.saturating_mul(b);
        let all = [
            product(self.least, other.least),
            product(self.least, other.most),
            product(self.most, other.least),
            product(self.most, other.most),
        ];
        let first = Values::new(all[0], all[0]);
        all.iter()
            .fold(first, |found, own| found.or(Values::new(*own, *own)))
    }

    /// The values of a sum of atoms.
    pub fn of_sum(sum: &Expr, of_atom: &dyn Fn(&Atom) -> Values) -> Self {
        let constant = Values::number(sum.constant_part());
        let terms = sum.terms();
        terms.fold(constant, |found, (atom, factor)| {
            found.plus(of_atom(atom).times(Values::number(factor)))
        })
    }

    /// The values of an atom that is no name.
    pub fn of_atom(atom: &Atom, of_name: &dyn Fn(&str) -> Values) -> Self {
        let of_sum = |sum: &Expr| Values::of_sum(sum, &|atom| Values::of_atom(atom, of_name));
        match atom {
            Atom::Var(name) => of_name(name),
            Atom::Floor(inner, by) => {
                let (inner, by) = (of_sum(inner), i128::from(*by));
                Values::new(inner.least.div_euclid(by), inner.most.div_euclid(by))
            }
            Atom::Max(all) | Atom::Min(all) => {
                let all = all.iter().map(of_sum);
                all.reduce(Values::or).unwrap_or(Values::number(0))
            }
            Atom::Product(factors) => {
                let all = factors.iter().map(|own| Values::of_atom(own, of_name));
                all.fold(Values::number(1), Values::times)
            }
        }
    }
}

/// What is known of the names in sums.
pub trait Facts {
    /// The type of a name.
    fn type_of(&self, name: &str) -> IntType;

    /// The values that a sum has wherever the text computes it.
    fn values(&self, sum: &Expr) -> Values;
}

/// Writes sums.
pub struct Sums<'s> {
    facts: &'s dyn Facts,
    /// Whether sums may be computed in the wide type.
    pub is_wide: bool,
    /// The first sum that may leave its type.
    leaves: RefCell<Option<String>>,
}

/// A text and its type.
struct Typed {
    text: String,
    ty: IntType,
    /// Whether no part of it leaves its type.
    fits: bool,
}

/// An operand of a sum: a number, or a multiple of an atom.
#[derive(Clone)]
struct Operand {
    atom: Option<Atom>,
    factor: i64,
}

impl<'s> Sums<'s> {
    /// Sums of names of which some facts are known.
    pub fn new(facts: &'s dyn Facts, is_wide: bool) -> Self {
        Sums {
            facts,
            is_wide,
            leaves: RefCell::new(None),
        }
    }

    /// The first sum that may leave its type.
    pub fn leaves(&self) -> Option<String> {
        self.leaves.borrow().clone()
    }

    /// A sum as text.
    pub fn text(&self, sum: &Expr) -> String {
        self.typed(sum, None).text
    }

    /// The same with a name of coefficient 1 first: `tt + size - t`.
    pub fn text_from(&self, name: &str, sum: &Expr) -> String {
        self.typed(sum, Some(name)).text
    }

    /// A sum as text of a type that its value has: `(int)(ii - t)`.
    pub fn converted(&self, sum: &Expr, from: Option<&str>, ty: IntType, name: &str) -> String {
        let found = self.typed(sum, from);
        match self.is_wide && found.ty.bits > ty.bits.max(IntType::INT.bits) {
            true if sum.as_var().is_some() => format!("({name}){}", found.text),
            true => format!("({name})({})", found.text),
            false => found.text,
        }
    }

    /// The values that a sum may have.
    pub fn values(&self, sum: &Expr) -> Values {
        self.facts.values(sum)
    }

    /// Notes a sum that is computed without a text.
    pub fn compute(&self, sum: &Expr, ty: IntType) {
        if !self.fits(sum, ty) {
            self.note(&c_text(sum));
        }
    }

    fn note(&self, text: &str) {
        self.leaves.borrow_mut().get_or_insert(text.to_string());
    }

    /// The type of a counter that a text has by itself, beside one of the user's: its name too.
    pub fn own_type<'n>(&self, ty: IntType, name: &'n str) -> (IntType, &'n str) {
        match self.is_wide && ty.bits < IntType::LONG.bits {
            true => (IntType::LONG, WIDE),
            false => (ty, name),
        }
    }

    fn typed(&self, sum: &Expr, from: Option<&str>) -> Typed {
        let mut all = operands(sum);
        let is_first = |own: &Operand, name: &str| {
            own.factor == 1 && own.atom == Some(Atom::Var(name.to_string()))
        };
        if let Some(at) = from.and_then(|name| all.iter().position(|own| is_first(own, name))) {
            all[..=at].rotate_right(1);
        }
        let plain = self.sum(&all, false);
        if plain.fits {
            return plain;
        }
        if self.is_wide {
            let is_wide = |own: &Operand| own.factor > 0 && self.type_of(own).bits == 64;
            if let Some(at) = all.iter().position(is_wide) {
                all[..=at].rotate_right(1);
            }
            let is_cast = all.first().is_some_and(|own| !is_wide(own));
            let wide = self.sum(&all, is_cast);
            if wide.fits {
                return wide;
            }
        }
        self.note(&plain.text);
        plain
    }

    /// The sum of some operands, from left to right. The first one may have a cast.
    fn sum(&self, all: &[Operand], is_cast: bool) -> Typed {
        let mut found = Typed {
            text: String::new(),
            ty: IntType::INT,
            fits: true,
        };
        let mut part = Expr::constant(0);
        for (at, operand) in all.iter().enumerate() {
            let own = self.operand(operand, is_cast && at == 0);
            append(&mut found.text, operand.factor < 0, &own.text);
            part = part + operand.value();
            found.ty = match at {
                0 => own.ty,
                _ => found.ty.common(own.ty),
            };
            found.fits = found.fits && own.fits && self.fits(&part, found.ty);
        }
        if all.is_empty() {
            found.text.push('0');
        }
        found
    }

    /// An operand without its sign.
    fn operand(&self, operand: &Operand, is_cast: bool) -> Typed {
        let factor = operand.factor.unsigned_abs();
        let Some(atom) = &operand.atom else {
            let is_long = i32::try_from(operand.factor.saturating_abs()).is_err();
            let (text, ty) = match is_cast {
                true => (format!("{factor}LL"), IntType::LONG),
                false if is_long => (factor.to_string(), IntType::LONG),
                false => (factor.to_string(), IntType::INT),
            };
            return Typed {
                text,
                ty,
                fits: true,
            };
        };
        let name = c_text(&Expr::atom(atom.clone())).replace('*', " * ");
        let ty = self.type_of(operand);
        let multiple = c_text(&(Expr::atom(atom.clone()) * operand.factor.saturating_abs()));
        let multiple = multiple.replace('*', " * ");
        let fits = self.fits(&(operand.value() * operand.factor.signum()), ty);
        let is_wide = is_cast || self.is_wide && !fits && ty.bits < 64;
        match (is_wide, factor) {
            (false, _) => Typed {
                text: multiple,
                ty,
                fits,
            },
            (true, 1) => Typed {
                text: format!("({WIDE}){name}"),
                ty: IntType::LONG,
                fits: matches!(atom, Atom::Var(_) | Atom::Product(_)),
            },
            (true, _) => Typed {
                text: multiple.replacen(&factor.to_string(), &format!("{factor}LL"), 1),
                ty: IntType::LONG,
                fits: matches!(atom, Atom::Var(_) | Atom::Product(_)),
            },
        }
    }

    fn type_of(&self, operand: &Operand) -> IntType {
        let mut ty = IntType::INT;
        if let Some(atom) = &operand.atom {
            Expr::atom(atom.clone()).each_var(&mut |name| {
                ty = ty.common(self.facts.type_of(name));
            });
        }
        ty
    }

    /// Whether a sum stays in a type.
    fn fits(&self, sum: &Expr, ty: IntType) -> bool {
        let values = self.facts.values(sum);
        let (least, most) = ty.range();
        // Wide texts have sums that are less than 0.
        let is_signed = ty.signed || self.is_wide && ty.bits < IntType::LONG.bits;
        values.most <= most && (!is_signed || least <= values.least)
    }
}

impl Operand {
    fn value(&self) -> Expr {
        match &self.atom {
            Some(atom) => Expr::atom(atom.clone()) * self.factor,
            None => Expr::constant(self.factor),
        }
    }
}

/// The operands of a sum in the order of its text: first those that are added.
fn operands(sum: &Expr) -> Vec<Operand> {
    let mut all = Vec::new();
    for is_positive in [true, false] {
        let terms = sum
            .terms()
            .filter(|(_, factor)| (*factor > 0) == is_positive);
        let mut terms: Vec<Operand> = terms
            .map(|(atom, factor)| Operand {
                atom: Some(atom.clone()),
                factor,
            })
            .collect();
        terms.sort_by_key(|own| std::cmp::Reverse(own.value().degree()));
        all.append(&mut terms);
        let number = sum.constant_part();
        if number != 0 && (number > 0) == is_positive {
            all.push(Operand {
                atom: None,
                factor: number,
            });
        }
    }
    all
}
