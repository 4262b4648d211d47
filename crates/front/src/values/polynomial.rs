//! Exact polynomials over parameters and iterators: sizes and subscripts of flattened arrays. Knows
//! nothing of C.

use poly::{Atom, Expr};
use std::collections::BTreeMap;
use std::fmt;

/// Larger ones are nothing that a person writes as a subscript.
const MOST_TERMS: usize = 64;

/// `sum of coefficient * product of atoms`, in normal form: no zero coefficient, atoms sorted; the
/// empty product stands for the constant.
///
/// Arithmetic answers `None` on overflow and where the result has too many terms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polynomial {
    terms: BTreeMap<Vec<Atom>, i64>,
}

impl From<&Expr> for Polynomial {
    fn from(expr: &Expr) -> Self {
        let mut terms: BTreeMap<Vec<Atom>, i64> = expr
            .terms()
            .map(|(atom, c)| (vec![atom.clone()], c))
            .collect();
        if expr.constant_part() != 0 {
            terms.insert(Vec::new(), expr.constant_part());
        }
        Polynomial { terms }
    }
}

impl Polynomial {
    /// `self + other`.
    pub fn plus(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut sum = self.clone();
        for (product, c) in &other.terms {
            sum.add_term(product.clone(), *c)?;
        }
        sum.checked()
    }

    /// `self - other`.
    pub fn minus(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut difference = self.clone();
        for (product, c) in &other.terms {
            difference.add_term(product.clone(), c.checked_neg()?)?;
        }
        difference.checked()
    }

    /// `self * other`.
    pub fn times(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut result = Polynomial::default();
        for (left, a) in &self.terms {
            for (right, b) in &other.terms {
                let mut atoms = [left.as_slice(), right.as_slice()].concat();
                atoms.sort();
                result.add_term(atoms, a.checked_mul(*b)?)?;
            }
        }
        result.checked()
    }

    fn checked(self) -> Option<Polynomial> {
        (self.terms.len() <= MOST_TERMS).then_some(self)
    }

    fn add_term(&mut self, product: Vec<Atom>, c: i64) -> Option<()> {
        let sum = self.terms.get(&product).unwrap_or(&0).checked_add(c)?;
        match sum {
            0 => self.terms.remove(&product),
            _ => self.terms.insert(product, sum),
        };
        Some(())
    }

    /// With other expressions for some of the atoms.
    pub fn with_atoms(&self, other: impl Fn(&Atom) -> Option<Expr>) -> Option<Polynomial> {
        let mut sum = Polynomial::default();
        for (product, c) in &self.terms {
            let mut term = Polynomial::from(&Expr::constant(*c));
            for atom in product {
                let factor = other(atom).unwrap_or_else(|| Expr::atom(atom.clone()));
                term = term.times(&Polynomial::from(&factor))?;
            }
            sum = sum.plus(&term)?;
        }
        Some(sum)
    }

    /// Whether one of the atoms satisfies `test`.
    pub fn any_atom(&self, test: impl Fn(&Atom) -> bool) -> bool {
        self.terms.keys().flatten().any(test)
    }

    /// The same as an expression, if no two atoms are multiplied.
    pub fn to_expr(&self) -> Option<Expr> {
        self.terms
            .iter()
            .try_fold(Expr::constant(0), |sum, (product, c)| {
                Some(match product.as_slice() {
                    [] => sum + Expr::constant(*c),
                    [atom] => sum + Expr::atom(atom.clone()) * *c,
                    _ => return None,
                })
            })
    }

    /// An expression with products as a polynomial.
    pub fn of_products(expr: &Expr) -> Self {
        let factors = |atom: &Atom| match atom {
            Atom::Product(factors) => factors.clone(),
            single => vec![single.clone()],
        };
        let mut terms: BTreeMap<Vec<Atom>, i64> =
            expr.terms().map(|(atom, c)| (factors(atom), c)).collect();
        if expr.constant_part() != 0 {
            terms.insert(Vec::new(), expr.constant_part());
        }
        Polynomial { terms }
    }

    /// The same as an expression with products.
    pub fn with_products(&self) -> Option<Expr> {
        let product = |atoms: &[Atom]| {
            let atoms = atoms.iter().map(|atom| Expr::atom(atom.clone()));
            atoms.fold(Expr::constant(1), |product, atom| product * &atom)
        };
        let terms = self.terms.iter();
        let sum = terms.map(|(atoms, c)| product(atoms) * *c);
        Some(sum.fold(Expr::constant(0), |sum, term| sum + term))
    }

    /// What multiplies each of the atoms that `is_counted` picks, as far as the terms hold no other
    /// such atom.
    pub fn coefficients(&self, is_counted: impl Fn(&Atom) -> bool) -> Vec<Polynomial> {
        let mut found: BTreeMap<&Atom, Polynomial> = BTreeMap::new();
        for (product, c) in &self.terms {
            let mut counted = product.iter().filter(|a| is_counted(a));
            if let (Some(atom), None) = (counted.next(), counted.next()) {
                let rest = product.iter().filter(|a| *a != atom).cloned().collect();
                found.entry(atom).or_default().terms.insert(rest, *c);
            }
        }
        found.into_values().collect()
    }

    /// `(q, r)` with `self = divisor * q + r`: as many as possible of the terms that hold `lead` go
    /// into `q`. `None` if the divisor does not hold `lead`, and on overflow.
    pub fn divide(&self, divisor: &Expr, lead: &Atom) -> Option<(Polynomial, Polynomial)> {
        let of_lead = divisor
            .terms()
            .find_map(|(a, c)| (a == lead).then_some(c))?;
        let divisor = Polynomial::from(divisor);
        let degree = |product: &[Atom]| product.iter().filter(|a| *a == lead).count();
        let (mut quotient, mut rest) = (Polynomial::default(), self.clone());
        for power in (1..=rest.terms.keys().map(|p| degree(p)).max().unwrap_or(0)).rev() {
            let mut step = Polynomial::default();
            for (product, c) in rest.terms.iter().filter(|(p, _)| degree(p) == power) {
                let mut product = product.clone();
                let at = product.iter().position(|a| a == lead)?;
                product.remove(at);
                step.add_term(product, c.checked_div(of_lead)?)?;
            }
            rest = rest.minus(&divisor.times(&step)?)?;
            quotient = quotient.plus(&step)?;
        }
        Some((quotient, rest))
    }

    /// With a name for what it stands for, in multiples of that: `i*p + k` for `i*h*w + k` where `p` is `h*w`.
    pub fn with_name(&self, name: &Expr, meaning: &Polynomial) -> Option<Polynomial> {
        let (lead, of_lead) = meaning.terms.iter().max_by_key(|(p, _)| p.len())?;
        let (mut quotient, mut rest) = (Polynomial::default(), self.clone());
        for _ in 0..MOST_TERMS {
            let held = |(product, c): (&Vec<Atom>, &i64)| Some((without(product, lead)?, *c));
            let mut terms = rest.terms.iter().filter_map(held);
            let Some((product, c)) = terms.find(|(_, c)| c % of_lead == 0) else {
                break;
            };
            let mut step = Polynomial::default();
            step.add_term(product, c.checked_div(*of_lead)?)?;
            rest = rest.minus(&meaning.times(&step)?)?;
            quotient = quotient.plus(&step)?;
        }
        quotient.times(&Polynomial::from(name))?.plus(&rest)
    }

    /// The value for given variables; `None` if one is missing or the result overflows.
    pub fn eval(&self, value: &impl Fn(&str) -> Option<i64>) -> Option<i64> {
        self.terms.iter().try_fold(0_i64, |sum, (product, c)| {
            let term = product.iter().try_fold(*c, |term, atom| {
                term.checked_mul(Expr::atom(atom.clone()).eval(value)?)
            })?;
            sum.checked_add(term)
        })
    }

    /// Calls `f` on every variable name.
    pub fn each_var(&self, f: &mut impl FnMut(&str)) {
        let atoms = self.terms.keys().flatten();
        atoms.for_each(|atom| Expr::atom(atom.clone()).each_var(f));
    }
}

/// The atoms of a product without those of another one, if it holds them all.
fn without(product: &[Atom], factors: &[Atom]) -> Option<Vec<Atom>> {
    let mut rest = product.to_vec();
    for factor in factors {
        let at = rest.iter().position(|atom| atom == factor)?;
        rest.remove(at);
    }
    Some(rest)
}

/// Products before sums: `4*m*n + 2*m + 1`.
impl fmt::Display for Polynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut terms: Vec<(&Vec<Atom>, i64)> = self.terms.iter().map(|(p, c)| (p, *c)).collect();
        terms.sort_by_key(|(product, c)| (*c < 0, std::cmp::Reverse(product.len())));
        if terms.is_empty() {
            return f.write_str("0");
        }
        for (at, (product, c)) in terms.into_iter().enumerate() {
            f.write_str(match (at, c < 0) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            })?;
            let size = Some(c.unsigned_abs()).filter(|c| *c != 1 || product.is_empty());
            let factors = size.map(|c| c.to_string()).into_iter();
            let factors: Vec<String> = factors.chain(product.iter().map(Atom::to_string)).collect();
            f.write_str(&factors.join("*"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn var(name: &str) -> Polynomial {
        Polynomial::from(&Expr::var(name))
    }

    fn number(value: i64) -> Polynomial {
        Polynomial::from(&Expr::constant(value))
    }

    /// `factor * name + constant`
    fn linear(factor: i64, name: &str, constant: i64) -> Polynomial {
        Polynomial::from(&(Expr::var(name) * factor + Expr::constant(constant)))
    }

    fn check_division(
        dividend: &Polynomial,
        lead: &str,
        divisor: &Polynomial,
        expected: [&str; 2],
    ) {
        let lead = Atom::Var(lead.to_string());
        let divisor = divisor.to_expr().unwrap();
        let (q, r) = dividend.divide(&divisor, &lead).unwrap();
        assert_eq!([q.to_string(), r.to_string()], expected);
        let again = Polynomial::from(&divisor).times(&q).unwrap().plus(&r);
        assert_eq!(again.as_ref(), Some(dividend));
    }

    #[test]
    fn divides_by_affine_strides() {
        let side = linear(2, "n", 1);
        let area = linear(2, "m", 1).times(&side).unwrap();
        assert_eq!(area.to_string(), "4*m*n + 2*m + 2*n + 1");
        check_division(&area, "n", &side, ["2*m + 1", "0"]);
        let beyond = area.plus(&var("j")).unwrap().minus(&number(3)).unwrap();
        check_division(&beyond, "n", &side, ["2*m + 1", "j - 3"]);
        check_division(&var("n"), "n", &side, ["0", "n"]);
        let cube = var("n").times(&var("n")).unwrap().times(&var("n")).unwrap();
        check_division(&cube, "n", &linear(1, "n", -1), ["n*n + n + 1", "1"]);
        let width = Polynomial::from(&(Expr::var("N") - Expr::var("n")));
        let row = width.times(&var("i")).unwrap();
        check_division(&row, "N", &width, ["i", "0"]);
        check_division(&row, "n", &width, ["i", "0"]);
    }

    #[test]
    fn finds_what_multiplies_iterators() {
        let product = var("i").times(&linear(2, "n", 1)).unwrap();
        let sum = product.minus(&var("j")).unwrap().plus(&var("n")).unwrap();
        let is_iterator = |a: &Atom| matches!(a, Atom::Var(v) if v == "i" || v == "j");
        let found = sum.coefficients(is_iterator);
        assert_eq!(found, [linear(2, "n", 1), number(-1)]);
    }

    #[test]
    fn names_stand_for_products() {
        let plane = var("h").times(&linear(1, "w", 2)).unwrap();
        let row = plane.times(&linear(1, "i", -1)).unwrap();
        let place = row.plus(&var("h")).unwrap().plus(&var("w")).unwrap();
        assert_eq!(place.to_string(), "h*i*w + 2*h*i + w - h*w - h");
        let named = place.with_name(&Expr::var("p"), &plane).unwrap();
        assert_eq!(named.to_string(), "i*p + h + w - p");
    }

    #[test]
    fn overflow_has_no_value() {
        let large = number(i64::MAX);
        assert_eq!(large.plus(&number(1)), None);
        assert_eq!(large.times(&number(2)), None);
        assert_eq!(number(i64::MIN).times(&number(-1)), None);
        let square = var("n").times(&var("n")).unwrap();
        assert_eq!(square.to_expr(), None);
        assert_eq!(square.eval(&|_| Some(1 << 40)), None);
        assert_eq!(square.eval(&|_| Some(5)), Some(25));
    }
}
