//! Sums, differences and products of expressions.

use super::{Atom, Expr};
use std::ops::{Add, Mul, Neg, Sub};

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

impl Mul<&Expr> for Expr {
    type Output = Expr;
    fn mul(self, other: &Expr) -> Expr {
        let scaled = |(atom, c): (&Atom, i64)| {
            let times = |(a, k): (&Atom, i64)| {
                let factors = [atom.factors(), a.factors()].concat();
                Atom::of_factors(factors).map_or_else(Expr::default, Expr::atom)
                    * k.saturating_mul(c)
            };
            other.terms().map(times).fold(
                Expr::atom(atom.clone()) * c.saturating_mul(other.constant),
                Add::add,
            )
        };
        self.terms()
            .map(scaled)
            .fold(other.clone() * self.constant, Add::add)
    }
}
