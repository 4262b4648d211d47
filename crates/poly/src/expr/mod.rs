//! Quasi-affine expressions of named variables, and products of them: sizes, moduli and subscripts.

use std::collections::BTreeMap;

mod checked;
mod display;
mod division;
mod operators;

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
    /// The product of several atoms (at least two, in order, none of them a product).
    Product(Vec<Atom>),
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

    /// The largest of `exprs`, without duplicates; `None` if the list is empty.
    pub fn max_of(mut exprs: Vec<Expr>) -> Option<Self> {
        Self::reduce(&mut exprs, i64::max, Atom::Max)
    }

    /// The smallest of `exprs`, without duplicates; `None` if the list is empty.
    pub fn min_of(mut exprs: Vec<Expr>) -> Option<Self> {
        Self::reduce(&mut exprs, i64::min, Atom::Min)
    }

    /// The name, if it is one.
    pub fn as_var(&self) -> Option<&str> {
        let mut terms = self.terms();
        match (terms.next(), terms.next()) {
            (Some((Atom::Var(name), 1)), None) if self.constant_part() == 0 => Some(name),
            _ => None,
        }
    }

    /// The expressions of which this is the smallest, if it is that of several.
    pub fn least_of(&self) -> Option<&[Expr]> {
        let mut terms = self.terms();
        match (terms.next(), terms.next()) {
            (Some((Atom::Min(all), 1)), None) if self.constant_part() == 0 => Some(all),
            _ => None,
        }
    }

    /// Two sums without negative factors and constants, of which this is the difference.
    pub fn sides(&self) -> (Expr, Expr) {
        let constant = self.constant_part();
        let more = Expr::constant(constant.max(0));
        let less = Expr::constant((-constant).max(0));
        self.terms()
            .fold((more, less), |(more, less), (atom, factor)| {
                let own = Expr::atom(atom.clone());
                match factor > 0 {
                    true => (more + own * factor, less),
                    false => (more, less + own * -factor),
                }
            })
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

    /// Whether only variables occur, no floor, minimum, maximum or product.
    pub fn is_affine(&self) -> bool {
        self.terms.keys().all(|a| matches!(a, Atom::Var(_)))
    }

    /// Whether only variables and products of variables occur.
    pub fn is_polynomial(&self) -> bool {
        let is_var = |a: &Atom| matches!(a, Atom::Var(_));
        self.terms.keys().all(|atom| match atom {
            Atom::Product(factors) => factors.iter().all(is_var),
            other => is_var(other),
        })
    }

    /// The largest number of factors of a term: 0 for a number, 1 without products.
    pub fn degree(&self) -> usize {
        self.terms.keys().map(Atom::degree).max().unwrap_or(0)
    }

    /// Calls `f` on every variable name, nested ones included.
    pub fn each_var(&self, f: &mut impl FnMut(&str)) {
        for atom in self.terms.keys() {
            match atom {
                Atom::Product(factors) => {
                    let each = |factor: &Atom| Expr::atom(factor.clone()).each_var(f);
                    factors.iter().for_each(each);
                }
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

    /// The expression without choices whose outcome is known: `floord(max(0, N), 2)` is `floord(N,
    /// 2)` if `N` is not negative.
    pub fn decided(&self, is_nonnegative: &impl Fn(&Expr) -> bool) -> Self {
        self.terms
            .iter()
            .fold(Expr::constant(self.constant), |sum, (atom, c)| {
                sum + atom.decided(is_nonnegative) * *c
            })
    }

    /// Replaces the variables for which `f` has an answer.
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
            Atom::Product(factors) => factors
                .iter()
                .try_fold(1_i64, |product, f| product.checked_mul(f.eval(value)?)),
        }
    }

    fn degree(&self) -> usize {
        match self {
            Atom::Product(factors) => factors.len(),
            _ => 1,
        }
    }

    /// The factors: the atom itself if it is not a product.
    fn factors(&self) -> &[Atom] {
        match self {
            Atom::Product(factors) => factors,
            other => std::slice::from_ref(other),
        }
    }

    fn of_factors(mut factors: Vec<Atom>) -> Option<Atom> {
        factors.sort();
        match factors.len() {
            0 | 1 => factors.pop(),
            _ => Some(Atom::Product(factors)),
        }
    }

    /// How often another atom is a factor.
    fn power(&self, of: &Atom) -> usize {
        self.factors().iter().filter(|f| *f == of).count()
    }

    /// The product of the other factors.
    fn without(&self, factor: &Atom) -> Option<Expr> {
        let mut factors = self.factors().to_vec();
        factors.remove(factors.iter().position(|f| f == factor)?);
        Some(Atom::of_factors(factors).map_or(Expr::constant(1), Expr::atom))
    }

    /// The atom without choices whose outcome is known: see [`Expr::decided`].
    pub fn decided(&self, is_nonnegative: &impl Fn(&Expr) -> bool) -> Expr {
        let best = |list: &[Expr], sign: i64| {
            let wins = |one: &Expr, other: &Expr| {
                one == other || is_nonnegative(&((one.clone() - other.clone()) * sign))
            };
            let best = list
                .iter()
                .find(|e| list.iter().all(|other| wins(e, other)));
            best.map(|e| e.decided(is_nonnegative))
        };
        let own = || Expr::atom(self.clone());
        match self {
            Atom::Var(_) => own(),
            Atom::Floor(inner, den) => inner.decided(is_nonnegative).floor_div(*den),
            Atom::Max(list) => best(list, 1).unwrap_or_else(own),
            Atom::Min(list) => best(list, -1).unwrap_or_else(own),
            Atom::Product(factors) => factors.iter().fold(Expr::constant(1), |product, factor| {
                product * &factor.decided(is_nonnegative)
            }),
        }
    }

    fn substitute(&self, f: &impl Fn(&str) -> Option<Expr>) -> Expr {
        let each = |list: &[Expr]| list.iter().map(|e| e.substitute(f)).collect();
        match self {
            Atom::Var(name) => f(name).unwrap_or_else(|| Expr::var(name)),
            Atom::Floor(inner, den) => inner.substitute(f).floor_div(*den),
            Atom::Max(list) => Expr::max_of(each(list)).unwrap_or_default(),
            Atom::Min(list) => Expr::min_of(each(list)).unwrap_or_default(),
            Atom::Product(factors) => factors.iter().fold(Expr::constant(1), |product, factor| {
                product * &factor.substitute(f)
            }),
        }
    }
}

fn all(list: &[Expr], value: &impl Fn(&str) -> Option<i64>) -> Option<Vec<i64>> {
    list.iter().map(|e| e.eval(value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n() -> Expr {
        Expr::var("N")
    }

    #[test]
    fn choices_are_decided_where_they_are_known() {
        let zero = || Expr::constant(0);
        let either = |e: Expr| Expr::max_of(vec![e, zero()]).unwrap().floor_div(2);
        let half = either(n()) - either(-n());
        let in_product = half.clone() * &Expr::var("M");
        let by_sign = |expr: &Expr, n: i64| {
            let sign = |e: &Expr| {
                e.eval(&|name| (name == "N").then_some(n))
                    .is_some_and(|v| v >= 0)
            };
            expr.decided(&sign).to_string()
        };
        assert_eq!(by_sign(&half, 1), "floord(N, 2)");
        assert_eq!(by_sign(&half, -1), "-floord(-N, 2)");
        assert_eq!(by_sign(&in_product, 1), "M*floord(N, 2)");
        assert_eq!(half.decided(&|_| false), half);
    }

    #[test]
    fn products() {
        let m = || Expr::var("M");
        let one = || Expr::constant(1);
        let square = (n() + one()) * &(n() - one());
        assert_eq!(square.to_string(), "N*N - 1");
        assert_eq!(square.degree(), 2);
        assert_eq!(square.eval(&|_| Some(5)), Some(24));
        let both = (n() + m() * 2) * &m() + one();
        assert_eq!(both.to_string(), "2*M*M + M*N + 1");
        assert!(both.is_polynomial() && !both.is_affine());
        let at = both.substitute(&|v| (v == "M").then(|| n() + Expr::constant(1)));
        assert_eq!(
            at.eval(&|_| Some(3)),
            both.eval(&|v| Some(if v == "M" { 4 } else { 3 }))
        );
    }

    #[test]
    fn evaluates_with_floor_toward_minus_infinity() {
        let e = (-n()).floor_div(2);
        assert_eq!(e.eval(&|_| Some(3)), Some(-2));
        assert_eq!(e.eval(&|_| None), None);
    }
}
