//! The counters of the outermost loop of a nest, and whether the loops of two nests may be one
//! although one of them runs several rows at a time.

use poly::{Atom, Expr};
use std::collections::{BTreeMap, BTreeSet};

/// The counters of a nest's outermost loop: `first`, `first + step`, .. below `end`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The first counter.
    pub first: Expr,
    /// The loop ends when the counter reaches it.
    pub end: Expr,
    /// What the counter grows by, positive.
    pub step: i64,
    /// Nests of different classes never become one loop: their counters have different types.
    pub class: usize,
}

/// Divisors in differences of bounds are no greater together.
const MOST_PERIOD: i64 = 64;
/// Differences are examined at so many points.
const MOST_POINTS: usize = 4096;
/// Sizes at which differences are examined: far from those at which loops are empty.
const USUAL: i64 = 1 << 10;

impl Bounds {
    /// The number of the first row: rows of nests that can become one loop are numbered alike.
    pub fn start(&self) -> i64 {
        self.first.constant_part().div_euclid(self.step)
    }

    /// The number of the row behind the last one, in rows behind the start of the numbering.
    pub fn rows(&self) -> Option<Expr> {
        let length = self.end.checked_sub(&self.first)?;
        let up = length.checked_add(&Expr::constant(self.step - 1))?;
        let rows = up.floor_div(self.step);
        rows.checked_add(&Expr::constant(self.start()))
    }

    /// The number of iterations after which a nest has ended that executes rows `rate * t + ahead`
    /// up to `rate * (t + 1) + ahead - 1` in iteration `t`.
    pub fn iterations(&self, rate: i64, ahead: i64) -> Option<Expr> {
        let rows = self.rows()?;
        let up = rows.checked_add(&Expr::constant(rate - 1 - ahead))?;
        Some(up.floor_div(rate))
    }

    /// What the first counter has beside a number.
    fn base(&self) -> Option<Expr> {
        let number = Expr::constant(self.first.constant_part());
        self.first.checked_sub(&number)
    }

    /// Whether both are numbered alike if the first runs `rate` rows while the other runs
    /// `other_rate`, and their numbers of iterations then differ by a number, more or less.
    pub(crate) fn is_like(&self, rate: i64, other: &Bounds, other_rate: i64) -> bool {
        let scaled = |bounds: &Bounds, by: i64| bounds.base()?.checked_mul(&Expr::constant(by));
        let own = scaled(self, other.step.saturating_mul(other_rate));
        let others = scaled(other, self.step.saturating_mul(rate));
        self.class == other.class
            && own.is_some()
            && own == others
            && self.excess(rate, other, other_rate).is_some()
    }

    /// The ends of two nests that count alike, row by row, one of them to a number: first the end
    /// that is less at usual sizes.
    pub(crate) fn ends<'b>(&'b self, other: &'b Bounds) -> Option<[&'b Expr; 2]> {
        let count_alike = self.class == other.class
            && [self.step, other.step] == [1, 1]
            && self.base()? == other.base()?
            && [&self.end, &other.end]
                .iter()
                .any(|end| end.as_constant().is_some());
        match at_usual_sizes(&self.end, &other.end).filter(|_| count_alike)? {
            (_, most) if most <= 0 => Some([&self.end, &other.end]),
            (least, _) if least >= 0 => Some([&other.end, &self.end]),
            _ => None,
        }
    }

    /// The iterations by which this nest ends after another one, at least and at most.
    pub(crate) fn excess(&self, rate: i64, other: &Bounds, other_rate: i64) -> Option<(i64, i64)> {
        let (own, other) = (self.iterations(rate, 0)?, other.iterations(other_rate, 0)?);
        difference(&own, &other)
    }
}

/// The least and the greatest difference of two expressions at usual sizes; `None` if it is not
/// bounded.
pub fn difference(a: &Expr, b: &Expr) -> Option<(i64, i64)> {
    let (least, most) = at_usual_sizes(a, b)?;
    (most - least <= MOST_PERIOD).then_some((least, most))
}

/// The least and the greatest difference of two expressions at some usual sizes: their signs say
/// which is greater.
pub fn at_usual_sizes(a: &Expr, b: &Expr) -> Option<(i64, i64)> {
    let difference = a.checked_sub(b)?;
    if let Some(number) = difference.as_constant() {
        return Some((number, number));
    }
    let period = period(&difference);
    let mut names = BTreeSet::new();
    difference.each_var(&mut |name| {
        names.insert(name.to_string());
    });
    let names: Vec<String> = names.into_iter().collect();
    let values = 2 * usize::try_from(period).ok()?;
    let points = u32::try_from(names.len()).ok()?;
    let points = values.checked_pow(points).filter(|p| *p <= MOST_POINTS)?;
    if period > MOST_PERIOD {
        return None;
    }
    let at = |point: usize| {
        let mut rest = point;
        let mut values_of = BTreeMap::new();
        for name in &names {
            let digit = i64::try_from(rest % values).ok()?;
            rest /= values;
            // Twice each remainder, the second time at another size.
            let far = if digit < period { 0 } else { USUAL * period };
            values_of.insert(name.as_str(), USUAL * period + far + digit % period);
        }
        difference.eval(&|name| values_of.get(name).copied())
    };
    let found: Option<Vec<i64>> = (0..points).map(at).collect();
    let found = found?;
    Some((*found.iter().min()?, *found.iter().max()?))
}

/// A number that all divisors in an expression divide.
fn period(expr: &Expr) -> i64 {
    let of = |atom: &Atom| match atom {
        Atom::Floor(inner, divisor) => period(inner).saturating_mul(*divisor),
        Atom::Var(_) => 1,
        Atom::Max(list) | Atom::Min(list) => list.iter().map(period).fold(1, i64::saturating_mul),
        Atom::Product(factors) => {
            let factors = factors.iter().map(|f| period(&Expr::atom(f.clone())));
            factors.fold(1, i64::saturating_mul)
        }
    };
    let periods = expr.terms().map(|(atom, _)| of(atom));
    periods.fold(1, |all, one| match all % one {
        0 => all,
        _ => all.saturating_mul(one),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn h() -> Expr {
        Expr::var("h")
    }

    fn bounds(first: Expr, end: Expr, step: i64) -> Bounds {
        Bounds {
            first,
            end,
            step,
            class: 0,
        }
    }

    #[test]
    fn halves() {
        let number = Expr::constant;
        let all = bounds(number(1), h() - number(1), 1);
        let half = bounds(number(0), (h() - number(1)).floor_div(2), 1);
        let every_second = bounds(number(4), h() - number(4), 2);
        assert!(all.is_like(2, &half, 1));
        assert!(every_second.is_like(1, &half, 1));
        assert!(all.is_like(2, &every_second, 1));
        assert!(!all.is_like(1, &half, 1));
        assert!(!all.is_like(3, &half, 1));
        assert_eq!(all.excess(2, &half, 1), Some((0, 1)));
        assert_eq!((all.start(), every_second.start()), (1, 2));
    }

    #[test]
    fn bases() {
        let number = Expr::constant;
        let from = |first: Expr| bounds(first.clone(), first + number(8), 1);
        assert!(from(h()).is_like(1, &from(h() + number(1)), 1));
        assert!(from(h() * 2).is_like(2, &from(h()), 1));
        assert!(!from(h()).is_like(2, &from(h()), 1));
        assert!(!from(h()).is_like(1, &from(number(0)), 1));
    }

    #[test]
    fn bounded_differences() {
        let (half, two) = (h().floor_div(2), 2);
        assert_eq!(difference(&h(), &(half.clone() * two)), Some((0, 1)));
        assert_eq!(difference(&h(), &half), None);
        assert_eq!(difference(&Expr::var("w"), &h()), None);
    }

    #[test]
    fn ends_in_order() {
        let number = Expr::constant;
        let (short, long) = (bounds(number(1), number(9), 1), bounds(number(0), h(), 1));
        let ends = [number(9), h()];
        assert_eq!(short.ends(&long), Some([&ends[0], &ends[1]]));
        assert_eq!(long.ends(&short), Some([&ends[0], &ends[1]]));
        assert_eq!(long.ends(&bounds(number(0), Expr::var("w"), 1)), None);
        assert_eq!(short.ends(&bounds(h(), h() * 2, 1)), None);
        assert_eq!(short.ends(&bounds(number(0), h(), 2)), None);
    }
}
