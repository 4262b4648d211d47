//! Quasi-affine expressions of named variables: what sizes, moduli and subscripts are made of.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

/// A variable, or a quasi-affine term that is not linear in one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// A parameter or iterator.
    Var(String),
    /// `floor(numerator / denominator)`, denominator positive.
    Floor(Box<Expr>, i64),
    /// The largest of several expressions (at least two).
    Max(Vec<Expr>),
    /// The smallest of several expressions (at least two).
    Min(Vec<Expr>),
}

/// `constant + sum of coefficient * atom`, in normal form: no zero coefficient.
///
/// Arithmetic saturates at the bounds of `i64`; values near them are refused before emission.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Expr {
    terms: BTreeMap<Atom, i64>,
    constant: i64,
}

impl Expr {
    /// A number.
    pub fn constant(value: i64) -> Self {
        Expr {
            terms: BTreeMap::new(),
            constant: value,
        }
    }

    /// A variable.
    pub fn var(name: &str) -> Self {
        Expr::atom(Atom::Var(name.to_string()))
    }

    /// One atom with coefficient 1.
    pub fn atom(atom: Atom) -> Self {
        Expr {
            terms: BTreeMap::from([(atom, 1)]),
            constant: 0,
        }
    }

    /// The largest of `exprs`, without duplicates; `None` of an empty list.
    pub fn max_of(mut exprs: Vec<Expr>) -> Option<Self> {
        Self::reduce(&mut exprs, i64::max, Atom::Max)
    }

    /// The smallest of `exprs`, without duplicates; `None` of an empty list.
    pub fn min_of(mut exprs: Vec<Expr>) -> Option<Self> {
        Self::reduce(&mut exprs, i64::min, Atom::Min)
    }

    fn reduce(
        exprs: &mut Vec<Expr>,
        pick: fn(i64, i64) -> i64,
        atom: fn(Vec<Expr>) -> Atom,
    ) -> Option<Self> {
        exprs.sort();
        // Expressions that differ only in their constant: keep the one that wins.
        let mut kept: Vec<Expr> = Vec::new();
        for expr in exprs.drain(..) {
            match kept.iter_mut().find(|k| k.terms == expr.terms) {
                Some(k) => k.constant = pick(k.constant, expr.constant),
                None => kept.push(expr),
            }
        }
        if kept.len() > 1 {
            return Some(Expr::atom(atom(kept)));
        }
        kept.pop()
    }

    /// `floor(self / den)`; `den` must be positive. Exact parts are taken out of the floor.
    pub fn floor_div(self, den: i64) -> Self {
        if den == 1 {
            return self;
        }
        let whole = Expr {
            terms: self
                .terms
                .iter()
                .filter(|(_, c)| *c % den == 0)
                .map(|(a, c)| (a.clone(), c / den))
                .collect(),
            constant: self.constant.div_euclid(den),
        };
        let rest = Expr {
            terms: self
                .terms
                .into_iter()
                .filter(|(_, c)| c % den != 0)
                .collect(),
            constant: self.constant.rem_euclid(den),
        };
        if rest.terms.is_empty() {
            return whole;
        }
        whole + Expr::atom(Atom::Floor(Box::new(rest), den))
    }

    /// The number, if no atom is left.
    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The additive constant.
    pub fn constant_part(&self) -> i64 {
        self.constant
    }

    /// Atoms and their coefficients, in a fixed order.
    pub fn terms(&self) -> impl Iterator<Item = (&Atom, i64)> {
        self.terms.iter().map(|(a, c)| (a, *c))
    }

    /// The coefficient of variable `name` at top level.
    pub fn coefficient(&self, name: &str) -> i64 {
        let key = Atom::Var(name.to_string());
        self.terms.get(&key).copied().unwrap_or(0)
    }

    /// Whether only variables occur, no floor, minimum or maximum.
    pub fn is_affine(&self) -> bool {
        self.terms.keys().all(|a| matches!(a, Atom::Var(_)))
    }

    /// Calls `f` on every variable name, nested ones included.
    pub fn each_var(&self, f: &mut impl FnMut(&str)) {
        for atom in self.terms.keys() {
            match atom {
                Atom::Var(name) => f(name),
                Atom::Floor(inner, _) => inner.each_var(f),
                Atom::Max(list) | Atom::Min(list) => list.iter().for_each(|e| e.each_var(f)),
            }
        }
    }

    /// Whether variable `name` occurs anywhere.
    pub fn mentions(&self, name: &str) -> bool {
        let mut found = false;
        self.each_var(&mut |n| found |= n == name);
        found
    }

    /// The value for given variables; `None` if one is missing or the result overflows.
    pub fn eval(&self, value: &impl Fn(&str) -> Option<i64>) -> Option<i64> {
        self.terms.iter().try_fold(self.constant, |sum, (atom, c)| {
            sum.checked_add(atom.eval(value)?.checked_mul(*c)?)
        })
    }

    /// Replaces variables: those for which `f` answers.
    pub fn substitute(&self, f: &impl Fn(&str) -> Option<Expr>) -> Self {
        self.terms
            .iter()
            .fold(Expr::constant(self.constant), |sum, (atom, c)| {
                sum + atom.substitute(f) * *c
            })
    }
}

impl Atom {
    fn eval(&self, value: &impl Fn(&str) -> Option<i64>) -> Option<i64> {
        match self {
            Atom::Var(name) => value(name),
            Atom::Floor(inner, den) => Some(inner.eval(value)?.div_euclid(*den)),
            Atom::Max(list) => all(list, value)?.into_iter().max(),
            Atom::Min(list) => all(list, value)?.into_iter().min(),
        }
    }

    fn substitute(&self, f: &impl Fn(&str) -> Option<Expr>) -> Expr {
        let each = |list: &[Expr]| list.iter().map(|e| e.substitute(f)).collect();
        match self {
            Atom::Var(name) => f(name).unwrap_or_else(|| Expr::var(name)),
            Atom::Floor(inner, den) => inner.substitute(f).floor_div(*den),
            Atom::Max(list) => Expr::max_of(each(list)).unwrap_or_default(),
            Atom::Min(list) => Expr::min_of(each(list)).unwrap_or_default(),
        }
    }
}

fn all(list: &[Expr], value: &impl Fn(&str) -> Option<i64>) -> Option<Vec<i64>> {
    list.iter().map(|e| e.eval(value)).collect()
}

impl Add for Expr {
    type Output = Expr;
    fn add(mut self, other: Expr) -> Expr {
        self.constant = self.constant.saturating_add(other.constant);
        for (atom, c) in other.terms {
            let slot = self.terms.entry(atom).or_insert(0);
            *slot = slot.saturating_add(c);
        }
        self.terms.retain(|_, c| *c != 0);
        self
    }
}

impl Sub for Expr {
    type Output = Expr;
    fn sub(self, other: Expr) -> Expr {
        self + -other
    }
}

impl Neg for Expr {
    type Output = Expr;
    fn neg(self) -> Expr {
        self * -1
    }
}

impl Mul<i64> for Expr {
    type Output = Expr;
    fn mul(mut self, factor: i64) -> Expr {
        self.constant = self.constant.saturating_mul(factor);
        for c in self.terms.values_mut() {
            *c = c.saturating_mul(factor);
        }
        self.terms.retain(|_, c| *c != 0);
        self
    }
}

/// Prints positive terms first: `N - 1`, `2*N - 3`, `max(N, M)`, `floord(N, 2)`.
impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        let signs = [true, false];
        for positive in signs {
            for (atom, c) in self.terms().filter(|(_, c)| (*c > 0) == positive) {
                write_sign(f, c, &mut first)?;
                match c.unsigned_abs() {
                    1 => write!(f, "{atom}")?,
                    n => write!(f, "{n}*{atom}")?,
                }
            }
            let constant_here = self.constant != 0 && (self.constant > 0) == positive;
            if constant_here {
                write_sign(f, self.constant, &mut first)?;
                write!(f, "{}", self.constant.unsigned_abs())?;
            }
        }
        if first { f.write_str("0") } else { Ok(()) }
    }
}

fn write_sign(f: &mut fmt::Formatter<'_>, value: i64, first: &mut bool) -> fmt::Result {
    let text = match (value < 0, std::mem::replace(first, false)) {
        (false, true) => "",
        (true, true) => "-",
        (false, false) => " + ",
        (true, false) => " - ",
    };
    f.write_str(text)
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Atom::Var(name) => f.write_str(name),
            Atom::Floor(inner, den) => write!(f, "floord({inner}, {den})"),
            Atom::Max(list) => write_call(f, "max", list),
            Atom::Min(list) => write_call(f, "min", list),
        }
    }
}

fn write_call(f: &mut fmt::Formatter<'_>, name: &str, list: &[Expr]) -> fmt::Result {
    let (last, init) = match list.split_last() {
        Some(parts) => parts,
        None => return Ok(()),
    };
    for e in init {
        write!(f, "{name}({e}, ")?;
    }
    write!(f, "{last}{}", ")".repeat(init.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n() -> Expr {
        Expr::var("N")
    }

    #[test]
    fn prints_as_a_person_writes() {
        let check = |e: Expr, text: &str| assert_eq!(e.to_string(), text);
        check(n() * 2 - Expr::constant(3), "2*N - 3");
        check(Expr::constant(0), "0");
        check(Expr::constant(1) - n(), "1 - N");
        check(-n(), "-N");
        check((n() + Expr::constant(1)).floor_div(2), "floord(N + 1, 2)");
        check((n() * 2 + Expr::constant(5)).floor_div(2), "N + 2");
        check(
            Expr::max_of(vec![n(), Expr::var("M"), n() + Expr::constant(2)]).unwrap(),
            "max(M, N + 2)",
        );
    }

    #[test]
    fn evaluates_with_floor_toward_minus_infinity() {
        let e = (-n()).floor_div(2);
        assert_eq!(e.eval(&|_| Some(3)), Some(-2));
        assert_eq!(e.eval(&|_| None), None);
    }
}
