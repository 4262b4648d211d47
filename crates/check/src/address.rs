//! When two linear addresses are equal modulo a size: sums of products, in which sets cannot compute.
//!
//! Weights `1, B1, B1*B2, ...` make an address a number with affine digits, `V = sum of w_k*e_k`, and
//! the modulus one with constant digits, `b = sum of b_k*w_k` up to `w_D`. With `c = b_D`, `y = e_D`
//! and `W = c*(V - w_D*y) - (b - c*w_D)*y`,
//!
//! > `V = 0 (mod b)` exactly if `W = m*b` and `c` divides `m + y` for some `m`,
//!
//! because `c*V = W + b*y`. If the digits of `W` are bounded by multiples of the bases, so is `m`; for
//! each `m` the digits of `W - m*b` cancel from the lowest to the highest, each with one of finitely
//! many carries. All of these conditions are affine.

use poly::{Atom, Expr, Set};
use scop::Subscript;

/// The longest list of bases.
const MOST_BASES: usize = 3;
/// Larger multiples of bases and moduli are not tried.
const MOST_MULTIPLES: i64 = 24;
/// Lower bounds of bases that are tried, the largest first.
const LEAST_BASES: [i64; 8] = [64, 16, 8, 5, 4, 3, 2, 1];

/// The bases of the weights; the last one is that of the highest digit.
#[derive(Clone, Debug)]
pub(crate) struct Bases {
    names: Vec<String>,
    /// The digits of the modulus; the last one is positive.
    modulus: Vec<i64>,
    /// Lower bounds of the bases, at least 1.
    least: Vec<i64>,
}

impl Bases {
    /// Bases, at least 1, for which a modulus and some sums have digits. `holds` decides about
    /// conditions on parameters.
    pub(crate) fn of(
        modulus: &Expr,
        sums: &[Expr],
        holds: &dyn Fn(&str) -> poly::Result<bool>,
    ) -> poly::Result<Option<Bases>> {
        let mut names: Vec<String> = Vec::new();
        modulus.each_var(&mut |name| {
            if !names.iter().any(|n| n == name) {
                names.push(name.to_string());
            }
        });
        let mut lists: Vec<Vec<String>> = vec![Vec::new()];
        for _ in 0..MOST_BASES {
            let longer = |list: &Vec<String>| {
                let list = list.clone();
                let names = names.clone();
                names
                    .into_iter()
                    .map(move |name| [list.as_slice(), &[name]].concat())
            };
            lists = lists.iter().flat_map(longer).collect();
            let fits = lists
                .iter()
                .find_map(|list| Bases::with(list, modulus, sums));
            if let Some(bases) = fits {
                return bases.bounded(holds);
            }
        }
        Ok(None)
    }

    fn with(names: &[String], modulus: &Expr, sums: &[Expr]) -> Option<Bases> {
        let mut bases = Bases {
            names: names.to_vec(),
            modulus: Vec::new(),
            least: Vec::new(),
        };
        let digits = bases.digits(modulus)?;
        bases.modulus = digits
            .iter()
            .map(Expr::as_constant)
            .collect::<Option<_>>()?;
        let is_top = bases.modulus.last().is_some_and(|top| *top >= 1);
        (is_top && sums.iter().all(|sum| bases.digits(sum).is_some())).then_some(bases)
    }

    /// With lower bounds, if these are at least 1.
    fn bounded(
        mut self,
        holds: &dyn Fn(&str) -> poly::Result<bool>,
    ) -> poly::Result<Option<Bases>> {
        for name in &self.names {
            let mut found = None;
            for value in LEAST_BASES {
                if holds(&format!("{name} >= {value}"))? {
                    found = Some(value);
                    break;
                }
            }
            match found {
                Some(value) => self.least.push(value),
                None => return Ok(None),
            }
        }
        Ok(Some(self))
    }

    /// Whether the modulus is positive.
    pub(crate) fn is_size(&self) -> bool {
        self.is_positive(&|k| self.modulus[k])
    }

    /// Whether `sum of weight(k)*w_k` is positive: each partial sum from the highest weight down is
    /// at least 0, in units of its lowest weight, and the last one is positive.
    fn is_positive(&self, weight: &impl Fn(usize) -> i64) -> bool {
        let mut sum = weight(self.least.len());
        for k in (0..self.least.len()).rev() {
            if sum < 0 {
                return false;
            }
            sum = sum.saturating_mul(self.least[k]).saturating_add(weight(k));
        }
        sum > 0
    }

    /// The number of digits.
    pub(crate) fn count(&self) -> usize {
        self.names.len() + 1
    }

    /// The digits of a sum, lowest first; `None` if one is not affine.
    pub(crate) fn digits(&self, sum: &Expr) -> Option<Vec<Expr>> {
        let mut digits = vec![Expr::default(); self.count()];
        digits[0] = Expr::constant(sum.constant_part());
        for (atom, c) in sum.terms() {
            let factors = match atom {
                Atom::Product(factors) => factors.as_slice(),
                single => std::slice::from_ref(single),
            };
            let (place, rest) = self.placed(factors)?;
            digits[place] = digits[place].clone() + rest * c;
        }
        Some(digits)
    }

    /// The highest digit to which a product can belong, and its part of that digit.
    fn placed(&self, factors: &[Atom]) -> Option<(usize, Expr)> {
        let mut best = None;
        let mut left = factors.to_vec();
        for place in 0..=self.names.len() {
            if place > 0 {
                let base = Atom::Var(self.names[place - 1].clone());
                match left.iter().position(|factor| *factor == base) {
                    Some(at) => left.remove(at),
                    None => break,
                };
            }
            best = match left.as_slice() {
                [] => Some((place, Expr::constant(1))),
                [one] => Some((place, Expr::atom(one.clone()))),
                _ => best,
            };
        }
        best
    }
}

/// The dividend of a subscript, if it has one.
pub(crate) fn dividend(subscript: &Subscript) -> Option<Expr> {
    match subscript {
        Subscript::Affine(e) => Some(e.clone()),
        Subscript::Modulo { dividend, .. } => Some(dividend.clone()),
        Subscript::Address { products, .. } => {
            let mut sum = Expr::default();
            for factors in products {
                let mut product = Expr::constant(1);
                for factor in factors {
                    product = product.checked_mul(factor)?;
                }
                sum = sum.checked_add(&product)?;
            }
            Some(sum)
        }
        Subscript::Any => None,
    }
}

/// Differences of addresses, and questions about them.
pub(crate) struct Differences<'a> {
    bases: &'a Bases,
    /// The differences, digits among other coordinates.
    set: &'a Set,
    /// `{ [x0', x1', ...] : condition }`.
    points: &'a dyn Fn(&str) -> poly::Result<Set>,
    /// The names of the digits among the coordinates, lowest first.
    digits: Vec<Expr>,
}

/// Affine conditions that together hold for some of the differences.
pub(crate) type Case = Vec<String>;

impl<'a> Differences<'a> {
    pub(crate) fn new(
        bases: &'a Bases,
        (set, points): (&'a Set, &'a dyn Fn(&str) -> poly::Result<Set>),
        coordinates: &[usize],
    ) -> Self {
        let digits = coordinates.iter().map(|k| Expr::var(&format!("x{k}'")));
        Differences {
            bases,
            set,
            points,
            digits: digits.collect(),
        }
    }

    /// Cases whose union contains each difference that is 0 modulo `b`; `None` if none are found.
    pub(crate) fn zeros(&self) -> poly::Result<Option<Vec<Case>>> {
        let top = self.bases.names.len();
        let c = self.bases.modulus[top];
        let highest = &self.digits[top];
        let mut reduced = Vec::new();
        let mut reach = Vec::new();
        for k in 0..top {
            let digit = self.digits[k].clone() * c - highest.clone() * self.bases.modulus[k];
            match self.reach(&digit, k)? {
                Some(most) => reach.push(most),
                None => return Ok(None),
            }
            reduced.push(digit);
        }
        let Some(most) = self.multiples(&reach) else {
            return Ok(None);
        };
        let mut found = Vec::new();
        for m in 1 - most..most {
            let mut case = Vec::new();
            if c > 1 {
                let quotient = highest.clone() + Expr::constant(m);
                case.push(format!("exists k' : {quotient} = {c}*k'"));
            }
            let start = (self.set.clone(), case);
            self.cancelled(start, (m, 0), (&reduced, &reach), (0, &mut found))?;
        }
        Ok(Some(found))
    }

    /// A number `r` with `|digit| < r * base` for the base above digit `k`.
    fn reach(&self, digit: &Expr, k: usize) -> poly::Result<Option<i64>> {
        let base = &self.bases.names[k];
        for most in 1..=MOST_MULTIPLES {
            let beyond = format!("{digit} >= {most}*{base} or {digit} <= -{most}*{base}");
            if self.never(self.set, &beyond)? {
                return Ok(Some(most));
            }
        }
        Ok(None)
    }

    /// A number `q` with `|W| < q*b`: `|W|` is at most the sum of `(r_k*B_(k+1) - 1) * w_k`.
    fn multiples(&self, reach: &[i64]) -> Option<i64> {
        let modulus = &self.bases.modulus;
        let is_less = |q: &i64| {
            let weight = |k: usize| {
                let below = k.checked_sub(1).map_or(0, |below| reach[below]);
                q * modulus[k] - below + i64::from(k < reach.len())
            };
            self.bases.is_positive(&weight)
        };
        (1..=MOST_MULTIPLES).find(is_less)
    }

    /// Adds the cases in which the digits from `k` up are those of `m*b`, with a carry from below.
    fn cancelled(
        &self,
        (set, case): (Set, Case),
        (m, carry): (i64, i64),
        (reduced, reach): (&[Expr], &[i64]),
        (k, found): (usize, &mut Vec<Case>),
    ) -> poly::Result<()> {
        let top = reduced.len();
        let digit = reduced[k].clone() + Expr::constant(carry - m * self.bases.modulus[k]);
        // |digit| < r*B + more
        let more = (m * self.bases.modulus[k]).abs() + carry.abs();
        let most = reach[k] - 1 + (more + self.bases.least[k] - 1) / self.bases.least[k];
        // The highest digit is that of m*b.
        let carries = match k + 1 == top {
            true => {
                let last = m * self.bases.modulus[top];
                last..=last
            }
            false => -most..=most,
        };
        for next in carries {
            let condition = format!("{digit} = {next}*{}", self.bases.names[k]);
            let mut all = case.clone();
            all.push(condition.clone());
            let there = set.intersect(&(self.points)(&condition)?)?;
            if there.is_empty()? {
                continue;
            }
            match k + 1 == top {
                true => found.push(all),
                false => self.cancelled(
                    (there, all),
                    (m, next),
                    (reduced, reach),
                    (k + 1, &mut *found),
                )?,
            }
        }
        Ok(())
    }

    fn never(&self, set: &Set, condition: &str) -> poly::Result<bool> {
        set.intersect(&(self.points)(condition)?)?.is_empty()
    }
}
