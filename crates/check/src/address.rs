//! When two linear addresses are equal modulo a size: sums of products, in which sets cannot
//! compute.
//!
//! Weights `1, B1, B1*B2, ...` make an address a number with affine digits, `V = sum of w_k*e_k`,
//! and the modulus one with constant digits, `b = sum of b_k*w_k` up to `w_D`. With `c = b_D`, `y
//! = e_D` and `W = c*(V - w_D*y) - (b - c*w_D)*y`,
//!
//! > `V = 0 (mod b)` exactly if `W = m*b` and `c` divides `m + y` for some `m`,
//!
//! because `c*V = W + b*y`. If the digits of `W` are bounded by multiples of the bases, so is `m`;
//! for each `m` the digits of `W - m*b` cancel from the lowest to the highest, each with one of
//! finitely many carries. All of these conditions are affine.

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
    /// Bases, at least 1, for which a modulus and some dividends have digits. `holds` decides about
    /// conditions on parameters.
    pub(crate) fn of(
        modulus: &Expr,
        subscripts: &[&Subscript],
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
                .find_map(|list| Bases::with(list, modulus, subscripts));
            if let Some(bases) = fits {
                return bases.bounded(holds);
            }
        }
        Ok(None)
    }

    fn with(names: &[String], modulus: &Expr, subscripts: &[&Subscript]) -> Option<Bases> {
        let mut bases = Bases {
            names: names.to_vec(),
            modulus: Vec::new(),
            least: Vec::new(),
        };
        bases.modulus = bases.constant_digits(modulus)?;
        let is_top = bases.modulus.last().is_some_and(|top| *top >= 1);
        let mut all = subscripts.iter();
        (is_top && all.all(|subscript| bases.digits(subscript).is_some())).then_some(bases)
    }

    /// With lower bounds, if these are at least 1.
    fn bounded(
        mut self,
        holds: &dyn Fn(&str) -> poly::Result<bool>,
    ) -> poly::Result<Option<Bases>> {
        match self.least_where(holds)? {
            Some(least) => self.least = least,
            None => return Ok(None),
        }
        Ok(Some(self))
    }

    /// Lower bounds of the bases by conditions that hold; `None` if one may be less than 1.
    fn least_where(
        &self,
        holds: &dyn Fn(&str) -> poly::Result<bool>,
    ) -> poly::Result<Option<Vec<i64>>> {
        let mut least = Vec::new();
        for name in &self.names {
            let mut found = None;
            for value in LEAST_BASES {
                if holds(&format!("{name} >= {value}"))? {
                    found = Some(value);
                    break;
                }
            }
            match found {
                Some(value) => least.push(value),
                None => return Ok(None),
            }
        }
        Ok(Some(least))
    }

    /// Whether the modulus is positive: if there is a single base, its small values are tried.
    pub(crate) fn is_size(&self) -> bool {
        let modulus = |k: usize| self.modulus[k];
        let is_single = self.names.iter().all(|name| *name == self.names[0]);
        let Some(least) = self.least.first().filter(|_| is_single) else {
            return is_positive(&modulus, &self.least);
        };
        let value = |base: i64| {
            let digits = self.modulus.iter().rev();
            digits.fold(0_i64, |sum, digit| {
                sum.saturating_mul(base).saturating_add(*digit)
            })
        };
        let many = |base: i64| is_positive(&modulus, &vec![base; self.names.len()]);
        let enough = (*least..=*least + MOST_MULTIPLES).find(|base| many(*base));
        enough.is_some_and(|enough| (*least..enough).all(|base| value(base) > 0))
    }

    /// The number of digits.
    pub(crate) fn count(&self) -> usize {
        self.names.len() + 1
    }

    /// The digits of a dividend, lowest first; `None` if they are not affine.
    pub(crate) fn digits(&self, subscript: &Subscript) -> Option<Vec<Expr>> {
        let mut digits = vec![Expr::default(); self.count()];
        match subscript {
            Subscript::Affine(e) | Subscript::Modulo { dividend: e, .. } => digits[0] = e.clone(),
            Subscript::Address { products, .. } => {
                for factors in products {
                    let (own, affine) = self.split(factors)?;
                    for (digit, c) in digits.iter_mut().zip(own) {
                        *digit = digit.clone() + affine.clone() * c;
                    }
                }
            }
            Subscript::Any => return None,
        }
        Some(digits)
    }

    /// A product as an affine factor and the digits of all others, which are constants.
    fn split<'f>(&self, factors: &'f [Expr]) -> Option<(Vec<i64>, &'f Expr)> {
        (0..factors.len()).rev().find_map(|at| {
            let mut others = factors.iter().enumerate().filter(|(k, _)| *k != at);
            let one = Expr::constant(1);
            let product = others.try_fold(one, |product, (_, f)| product.checked_mul(f))?;
            Some((self.constant_digits(&product)?, &factors[at]))
        })
    }

    /// The digits of a size, lowest first, if they are constants.
    fn constant_digits(&self, size: &Expr) -> Option<Vec<i64>> {
        let mut digits = vec![0; self.count()];
        digits[0] = size.constant_part();
        for (atom, c) in size.terms() {
            let factors = match atom {
                Atom::Product(factors) => factors.as_slice(),
                single => std::slice::from_ref(single),
            };
            digits[self.place(factors)?] = c;
        }
        Some(digits)
    }

    /// The place whose weight is a product.
    fn place(&self, factors: &[Atom]) -> Option<usize> {
        let mut left = factors.to_vec();
        for name in self.names.get(..factors.len())? {
            let base = Atom::Var(name.clone());
            left.remove(left.iter().position(|factor| *factor == base)?);
        }
        Some(factors.len())
    }
}

/// Differences of addresses, and questions about them.
pub(crate) struct Differences<'a> {
    bases: &'a Bases,
    /// The differences, digits among other coordinates.
    set: &'a Set,
    /// `{ [x0', x1', ...] : condition }`.
    points: &'a Points<'a>,
    /// The names of the digits among the coordinates, lowest first.
    digits: Vec<Expr>,
}

/// The points for which a condition on the coordinates holds.
type Points<'a> = dyn Fn(&str) -> poly::Result<Set> + 'a;

/// Affine conditions that together hold for some of the differences.
pub(crate) type Case = Vec<String>;

impl<'a> Differences<'a> {
    pub(crate) fn new(
        bases: &'a Bases,
        (set, points): (&'a Set, &'a Points<'a>),
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
        let highest = &self.digits[top];
        // Without a highest digit, V itself is m*b.
        let c = match self.never(self.set, &format!("{highest} != 0"))? {
            true => 1,
            false => self.bases.modulus[top],
        };
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
        let Some(most) = self.multiples(&reach)? else {
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
    fn multiples(&self, reach: &[i64]) -> poly::Result<Option<i64>> {
        let modulus = &self.bases.modulus;
        let for_bases = |least: &[i64]| {
            let is_less = |q: &i64| {
                let weight = |k: usize| {
                    let below = k.checked_sub(1).map_or(0, |below| reach[below]);
                    q * modulus[k] - below + i64::from(k < reach.len())
                };
                is_positive(&weight, least)
            };
            (1..=MOST_MULTIPLES).find(is_less)
        };
        if let Some(most) = for_bases(&self.bases.least) {
            return Ok(Some(most));
        }
        // Of the difference 0, which has W = 0, nothing is to be shown.
        let zero: Vec<String> = self.digits.iter().map(|d| format!("{d} = 0")).collect();
        let others = self.set.subtract(&(self.points)(&zero.join(" and "))?)?;
        let holds = |condition: &str| self.never(&others, &format!("not ({condition})"));
        let least = self.bases.least_where(&holds)?;
        Ok(least.and_then(|least| for_bases(&least)))
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

/// Whether `sum of weight(k)*w_k` is positive for bases of at least these values: each partial sum
/// from the highest weight down is at least 0, in units of its lowest weight, and the last one is
/// positive.
fn is_positive(weight: &impl Fn(usize) -> i64, least: &[i64]) -> bool {
    let mut sum = weight(least.len());
    for k in (0..least.len()).rev() {
        if sum < 0 {
            return false;
        }
        sum = sum.saturating_mul(least[k]).saturating_add(weight(k));
    }
    sum > 0
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use crate::address::*;
    use poly::Context;

    /// Values up to which parameters are enumerated.
    const LARGEST: i64 = 4;

    /// A generator of small numbers (Knuth's MMIX constants).
    struct Numbers(u64);

    impl Numbers {
        fn within(&mut self, low: i64, high: i64) -> i64 {
            self.0 = { self.0 }
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            low + i64::try_from((self.0 >> 33) % (high - low + 1) as u64).unwrap()
        }
    }

    /// Compares the cases with an enumeration of `|digit| <= c + n*N + m*M`; false if there are
    /// none
    /// because the question is not decided.
    fn check(names: [&str; 2], modulus: [i64; 3], reach: [[i64; 3]; 3]) -> bool {
        let ctx = Context::new();
        let points = |condition: &str| {
            Set::parse(
                &ctx,
                &format!("[N, M] -> {{ [x0', x1', x2'] : {condition} }}"),
            )
        };
        let bound = |(k, [c, n, m]): (usize, &[i64; 3])| {
            format!("-({c} + {n}*N + {m}*M) <= x{k}' <= {c} + {n}*N + {m}*M")
        };
        let inside: Vec<String> = reach.iter().enumerate().map(bound).collect();
        let set = points(&format!("N >= 1 and M >= 1 and {}", inside.join(" and "))).unwrap();
        let bases = Bases {
            names: names.map(str::to_string).to_vec(),
            modulus: modulus.to_vec(),
            least: vec![1, 1],
        };
        let differences = Differences::new(&bases, (&set, &points), &[0, 1, 2]);
        let Some(cases) = differences.zeros().unwrap() else {
            return false;
        };
        let all = cases
            .iter()
            .map(|case| points(&case.join(" and ")).unwrap());
        let found = all.fold(set.subtract(&set).unwrap(), |all, one| {
            all.union(&one).unwrap()
        });
        let found = found.intersect(&set).unwrap();
        for (n, m) in (1..=LARGEST).flat_map(|n| (1..=LARGEST).map(move |m| (n, m))) {
            let value = |name: &str| if name == "N" { n } else { m };
            let weights = [1, value(names[0]), value(names[0]) * value(names[1])];
            let sum =
                |digits: &[i64]| -> i64 { digits.iter().zip(weights).map(|(d, w)| d * w).sum() };
            let b = sum(&modulus);
            let at = |set: &Set| set.fix_params([("N", n), ("M", m)]).unwrap();
            let mut expected = at(&set).points(1 << 16).unwrap().unwrap();
            // A size is positive where there are differences other than 0.
            assert!(b >= 1 || expected.iter().flatten().all(|digit| *digit == 0));
            expected.retain(|digits| b == 0 || sum(digits) % b == 0);
            let mut zeros = at(&found).points(1 << 16).unwrap().unwrap();
            expected.sort();
            zeros.sort();
            assert_eq!(
                zeros, expected,
                "{names:?} {modulus:?} {reach:?} at {n}, {m}"
            );
        }
        true
    }

    #[test]
    fn zeros_are_those_of_an_enumeration() {
        let mut numbers = Numbers(7);
        let mut decided = 0;
        for _ in 0..60 {
            let names = [["N", "N"], ["N", "M"], ["M", "N"]][numbers.within(0, 2) as usize];
            let modulus = [
                numbers.within(-4, 4),
                numbers.within(-4, 4),
                numbers.within(1, 3),
            ];
            // A digit is bounded by multiples of the base above it.
            let is_single = names[0] == names[1];
            let reach = [0, 1, 2].map(|k| {
                let (c, r) = (numbers.within(0, 1), numbers.within(0, 1));
                match names.get(k).copied().or(is_single.then_some("N")) {
                    Some("N") => [c, r, 0],
                    Some(_) => [c, 0, r],
                    None => [c, 0, 0],
                }
            });
            decided += usize::from(check(names, modulus, reach));
        }
        assert!(decided >= 20, "{decided} of 60 are decided");
    }

    #[test]
    fn digits_of_products() {
        let n = || Expr::var("N");
        let size = n() * &n() * 5 - n() * 8 + Expr::constant(4);
        let products = vec![
            vec![n(), Expr::var("t"), n()],
            vec![n() * 3 - Expr::constant(2), Expr::var("i") - n()],
            vec![Expr::var("j")],
        ];
        let subscript = Subscript::Address {
            products,
            modulus: size.clone(),
        };
        let holds = |_: &str| Ok(true);
        let bases = Bases::of(&size, &[&subscript], &holds).unwrap().unwrap();
        assert_eq!(bases.modulus, [4, -8, 5]);
        let digits = bases.digits(&subscript).unwrap();
        let texts: Vec<String> = digits.iter().map(Expr::to_string).collect();
        assert_eq!(texts, ["2*N + j - 2*i", "3*i - 3*N", "t"]);
        assert!(bases.is_size());
    }
}
