//! Sums, products and quotients of polynomials that refuse to overflow or to grow beyond reason.

use super::{Atom, Expr};
use std::collections::BTreeMap;

/// Sizes and subscripts have fewer terms.
const MOST_TERMS: usize = 64;

/// Arithmetic that returns `None` on overflow, and for a polynomial of too many terms.
impl Expr {
    /// `self + other`.
    pub fn checked_add(&self, other: &Expr) -> Option<Expr> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant)?;
        for (atom, c) in &other.terms {
            sum.add_term(atom.clone(), *c)?;
        }
        sum.limited()
    }

    /// `self - other`.
    pub fn checked_sub(&self, other: &Expr) -> Option<Expr> {
        let mut difference = self.clone();
        difference.constant = difference.constant.checked_sub(other.constant)?;
        for (atom, c) in &other.terms {
            difference.add_term(atom.clone(), c.checked_neg()?)?;
        }
        difference.limited()
    }

    /// `self * other`.
    pub fn checked_mul(&self, other: &Expr) -> Option<Expr> {
        let mut product = Expr::default();
        for (left, a) in self.monomials() {
            for (right, b) in other.monomials() {
                product.add_monomial([left, right].concat(), a.checked_mul(b)?)?;
            }
        }
        product.limited()
    }

    /// The same expression if no two atoms are multiplied in it.
    pub fn without_products(&self) -> Option<Expr> {
        (self.degree() <= 1).then(|| self.clone())
    }

    /// Replaces the atoms, factors of products included, for which `other` has an answer.
    pub fn replace_atoms(&self, other: impl Fn(&Atom) -> Option<Expr>) -> Option<Expr> {
        let mut sum = Expr::default();
        for (factors, c) in self.monomials() {
            let mut term = Expr::constant(c);
            for atom in factors {
                let factor = other(atom).unwrap_or_else(|| Expr::atom(atom.clone()));
                term = term.checked_mul(&factor)?;
            }
            sum = sum.checked_add(&term)?;
        }
        Some(sum)
    }

    /// Whether an atom, or a factor of a product, satisfies `test`.
    pub fn any_atom(&self, test: impl Fn(&Atom) -> bool) -> bool {
        self.terms.keys().flat_map(Atom::factors).any(test)
    }

    /// The coefficient polynomial of each atom for which `is_counted` holds; terms with several of
    /// these atoms are omitted.
    pub fn coefficients_of(&self, is_counted: impl Fn(&Atom) -> bool) -> Vec<Expr> {
        let mut found: BTreeMap<&Atom, Expr> = BTreeMap::new();
        for (term, c) in &self.terms {
            let mut counted = term.factors().iter().filter(|a| is_counted(a));
            if let (Some(atom), None) = (counted.next(), counted.next())
                && let Some(rest) = term.without(atom)
            {
                let sum = found.entry(atom).or_default();
                *sum = sum.clone() + rest * *c;
            }
        }
        found.into_values().collect()
    }

    /// `(q, r)` with `self = divisor * q + r`, in which as many terms with the factor `lead` as
    /// possible are divided. `None` if `lead` is not a term of the divisor, and on overflow.
    pub fn divide_by(&self, divisor: &Expr, lead: &Atom) -> Option<(Expr, Expr)> {
        let of_lead = *divisor.terms.get(lead)?;
        let (mut quotient, mut rest) = (Expr::default(), self.clone());
        let highest = rest.terms.keys().map(|a| a.power(lead)).max();
        for power in (1..=highest.unwrap_or(0)).rev() {
            let mut step = Expr::default();
            for (atom, c) in rest.terms.iter().filter(|(a, _)| a.power(lead) == power) {
                let by = c.checked_div(of_lead)?;
                step = step.checked_add(&(atom.without(lead)? * by))?;
            }
            rest = rest.checked_sub(&divisor.checked_mul(&step)?)?;
            quotient = quotient.checked_add(&step)?;
        }
        Some((quotient, rest))
    }

    /// Replaces multiples of `meaning`, which contains a product, by `name`: `i*p + k` for `i*h*w +
    /// k` if `p` is `h*w`.
    pub fn with_name(&self, name: &Expr, meaning: &Expr) -> Option<Expr> {
        let (lead, of_lead) = meaning.terms.iter().max_by_key(|(a, _)| a.degree())?;
        let (mut quotient, mut rest) = (Expr::default(), self.clone());
        for _ in 0..MOST_TERMS {
            let divided = |(atom, c): (&Atom, &i64)| Some((atom.divided_by(lead)?, *c));
            let mut terms = rest.terms.iter().filter_map(divided);
            let Some((atom, c)) = terms.find(|(_, c)| c % of_lead == 0) else {
                break;
            };
            let step = atom * c.checked_div(*of_lead)?;
            rest = rest.checked_sub(&meaning.checked_mul(&step)?)?;
            quotient = quotient.checked_add(&step)?;
        }
        quotient.checked_mul(name)?.checked_add(&rest)
    }

    /// The factors of each term with its coefficient; the constant has no factors.
    fn monomials(&self) -> impl Iterator<Item = (&[Atom], i64)> {
        let constant = (self.constant != 0).then_some((&[][..], self.constant));
        let terms = self.terms.iter().map(|(atom, c)| (atom.factors(), *c));
        constant.into_iter().chain(terms)
    }

    fn add_monomial(&mut self, factors: Vec<Atom>, c: i64) -> Option<()> {
        match Atom::of_factors(factors) {
            Some(atom) => self.add_term(atom, c),
            None => {
                self.constant = self.constant.checked_add(c)?;
                Some(())
            }
        }
    }

    fn add_term(&mut self, atom: Atom, c: i64) -> Option<()> {
        match self.terms.get(&atom).unwrap_or(&0).checked_add(c)? {
            0 => self.terms.remove(&atom),
            sum => self.terms.insert(atom, sum),
        };
        Some(())
    }

    fn limited(self) -> Option<Expr> {
        (self.terms.len() <= MOST_TERMS || self.degree() <= 1).then_some(self)
    }
}

impl Atom {
    /// The product without the factors of another one, if it has all of them.
    fn divided_by(&self, other: &Atom) -> Option<Expr> {
        let mut rest = self.factors().to_vec();
        for factor in other.factors() {
            rest.remove(rest.iter().position(|f| f == factor)?);
        }
        Some(Atom::of_factors(rest).map_or(Expr::constant(1), Expr::atom))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn var(name: &str) -> Expr {
        Expr::var(name)
    }

    fn number(value: i64) -> Expr {
        Expr::constant(value)
    }

    /// `factor * name + constant`
    fn linear(factor: i64, name: &str, constant: i64) -> Expr {
        Expr::var(name) * factor + Expr::constant(constant)
    }

    fn check_division(dividend: &Expr, lead: &str, divisor: &Expr, expected: [&str; 2]) {
        let lead = Atom::Var(lead.to_string());
        let (q, r) = dividend.divide_by(divisor, &lead).unwrap();
        assert_eq!([q.to_string(), r.to_string()], expected);
        let again = divisor.checked_mul(&q).unwrap().checked_add(&r);
        assert_eq!(again.as_ref(), Some(dividend));
    }

    #[test]
    fn divides_by_affine_strides() {
        let side = linear(2, "n", 1);
        let area = linear(2, "m", 1).checked_mul(&side).unwrap();
        assert_eq!(area.to_string(), "4*m*n + 2*m + 2*n + 1");
        check_division(&area, "n", &side, ["2*m + 1", "0"]);
        let beyond = area.clone() + var("j") - number(3);
        check_division(&beyond, "n", &side, ["2*m + 1", "j - 3"]);
        check_division(&var("n"), "n", &side, ["0", "n"]);
        let square = var("n").checked_mul(&var("n")).unwrap();
        let cube = square.checked_mul(&var("n")).unwrap();
        check_division(&cube, "n", &linear(1, "n", -1), ["n*n + n + 1", "1"]);
        let width = var("N") - var("n");
        let row = width.checked_mul(&var("i")).unwrap();
        check_division(&row, "N", &width, ["i", "0"]);
        check_division(&row, "n", &width, ["i", "0"]);
    }

    #[test]
    fn finds_coefficients_of_iterators() {
        let product = var("i").checked_mul(&linear(2, "n", 1)).unwrap();
        let sum = product - var("j") + var("n");
        let is_iterator = |a: &Atom| matches!(a, Atom::Var(v) if v == "i" || v == "j");
        let found = sum.coefficients_of(is_iterator);
        assert_eq!(found, [linear(2, "n", 1), number(-1)]);
    }

    #[test]
    fn names_stand_for_products() {
        let plane = var("h").checked_mul(&linear(1, "w", 2)).unwrap();
        let row = plane.checked_mul(&linear(1, "i", -1)).unwrap();
        let place = row + var("h") + var("w");
        assert_eq!(place.to_string(), "h*i*w + 2*h*i + w - h*w - h");
        let named = place.with_name(&var("p"), &plane).unwrap();
        assert_eq!(named.to_string(), "i*p + h + w - p");
    }

    #[test]
    fn overflow_has_no_value() {
        let large = number(i64::MAX);
        assert_eq!(large.checked_add(&number(1)), None);
        assert_eq!(large.checked_mul(&number(2)), None);
        assert_eq!(number(i64::MIN).checked_mul(&number(-1)), None);
        assert_eq!(number(0).checked_sub(&number(i64::MIN)), None);
        let square = var("n").checked_mul(&var("n")).unwrap();
        assert_eq!(square.without_products(), None);
        assert_eq!(square.eval(&|_| Some(1 << 40)), None);
        assert_eq!(square.eval(&|_| Some(5)), Some(25));
    }
}
