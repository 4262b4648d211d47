//! Modular mappings.
//!
//! Assumes: rows with parametric strides keep these as digits ([`Digit`]). Folds use them for the
//! fewest cells only.

mod linearise;
mod ranges;

pub use ranges::RowRange;

use crate::Problem;
use crate::numbers::manhattan;
use poly::{Expr, IntMatrix};

/// The weight of a stride, in units of coefficients.
const STRIDE: i64 = 8;

/// `sigma(x) = M x mod b`. Rows whose modulus is 1 are left out: they map everything to 0.
///
/// Shapes: each row has n entries for an array of n dimensions; the image has one dimension per
/// row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping {
    /// The rows, outermost dimension of the new array first.
    pub rows: Vec<Row>,
    /// Dimensions of the array.
    pub dims: usize,
}

/// One dimension of the new array: `form·x + base_1 (form_1·x + base_2 (form_2·x + ...))` modulo
/// `modulus`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The linear form, n entries: the whole row, or the lowest digit of a linearised address.
    pub form: Vec<i64>,
    /// The higher digits of a linearised address, lowest first; empty if all coefficients are
    /// numbers.
    pub higher: Vec<Digit>,
    /// The modulus: a quasi-affine expression of the parameters or a polynomial, at least 1.
    pub modulus: Expr,
}

/// A digit of a linearised address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digit {
    /// How many times the digit counts, in units of the digit below it: affine in the parameters,
    /// at least 1.
    pub base: Expr,
    /// The linear form, n entries.
    pub form: Vec<i64>,
}

impl Row {
    /// A row with constant coefficients.
    pub fn new(form: Vec<i64>, modulus: Expr) -> Self {
        Row {
            form,
            higher: Vec::new(),
            modulus,
        }
    }

    /// The axis, if the row is a unit vector.
    pub fn axis(&self) -> Option<usize> {
        let mut nonzero = self.form.iter().enumerate().filter(|(_, c)| **c != 0);
        match (nonzero.next(), nonzero.next()) {
            (Some((axis, 1)), None) if self.higher.is_empty() => Some(axis),
            _ => None,
        }
    }

    /// Whether the last index has a coefficient in the lowest digit.
    pub(crate) fn has_last(&self) -> bool {
        self.form.last().is_some_and(|c| *c != 0)
    }

    /// Whether the row changes in innermost loops.
    pub(crate) fn is_inner(&self, problem: &Problem) -> bool {
        let forms = self.higher.iter().map(|digit| &digit.form);
        let mut entries = std::iter::once(&self.form)
            .chain(forms)
            .flat_map(|form| form.iter().zip(&problem.innermost));
        entries.any(|(c, inner)| *c != 0 && *inner)
    }

    /// Whether all coefficients are numbers and no size is a product.
    pub fn is_numeric(&self) -> bool {
        self.higher.is_empty() && self.modulus.degree() <= 1
    }

    /// One coefficient per coordinate, as polynomials of the parameters.
    pub fn coefficients(&self) -> Vec<Expr> {
        let coefficient = |d: usize| {
            let digits = self.higher.iter().rev();
            let above = digits.fold(Expr::default(), |above, digit| {
                (above + Expr::constant(digit.form[d])) * &digit.base
            });
            above + Expr::constant(self.form[d])
        };
        (0..self.form.len()).map(coefficient).collect()
    }

    /// Coefficients and modulus for values of the parameters.
    pub fn at(&self, value: &impl Fn(&str) -> Option<i64>) -> Option<(Vec<i64>, i64)> {
        let modulus = self.modulus.eval(value)?;
        if self.higher.is_empty() {
            return Some((self.form.clone(), modulus));
        }
        let form = self.coefficients();
        let form = form.iter().map(|c| c.eval(value));
        Some((form.collect::<Option<_>>()?, modulus))
    }

    /// The sum of the absolute values of all numbers in the digits, plus the weight of the strides.
    pub(crate) fn weight(&self) -> i64 {
        let digits = self
            .higher
            .iter()
            .map(|digit| STRIDE + manhattan(&digit.form));
        digits.fold(manhattan(&self.form), i64::saturating_add)
    }

    /// `i0 - (N + 1)*i1`, with names for the coordinates.
    pub fn text(&self, name: &impl Fn(usize) -> String) -> String {
        let coefficients = self.coefficients();
        let numbers: Option<Vec<i64>> = coefficients.iter().map(Expr::as_constant).collect();
        if let Some(numbers) = numbers {
            let terms = numbers.iter().enumerate();
            let sum = terms.fold(Expr::default(), |sum, (d, c)| {
                sum + Expr::var(&name(d)) * *c
            });
            return sum.to_string();
        }
        let mut text = String::new();
        let mut terms: Vec<(bool, String)> = Vec::new();
        for (d, c) in coefficients
            .iter()
            .enumerate()
            .filter(|(_, c)| **c != Expr::default())
        {
            let is_negative = c.terms().next().map_or(c.constant_part(), |(_, c)| c) < 0;
            let size = if is_negative { -c.clone() } else { c.clone() };
            terms.push((is_negative, scaled(&size, &name(d))));
        }
        terms.sort_by_key(|(is_negative, _)| *is_negative);
        for (is_negative, term) in terms {
            text.push_str(match (is_negative, text.is_empty()) {
                (true, true) => "-",
                (true, false) => " - ",
                (false, true) => "",
                (false, false) => " + ",
            });
            text.push_str(&term);
        }
        text
    }
}

/// `(N + 1)*i`, `N*i`, `i`.
fn scaled(by: &Expr, name: &str) -> String {
    match by.as_constant() {
        Some(1) => name.to_string(),
        Some(number) => format!("{number}*{name}"),
        None if by.terms().count() == 1 && by.constant_part() == 0 => format!("{by}*{name}"),
        None => format!("({by})*{name}"),
    }
}

impl Mapping {
    /// The matrix M, if all entries are numbers.
    pub fn matrix(&self) -> Option<IntMatrix> {
        let numbers = |row: &Row| row.higher.is_empty().then(|| row.form.clone());
        let rows: Option<Vec<Vec<i64>>> = self.rows.iter().map(numbers).collect();
        IntMatrix::from_rows(rows?, self.dims).ok()
    }

    /// Cells at the samples.
    pub(crate) fn size(&self, problem: &Problem) -> Option<i64> {
        self.rows.iter().try_fold(1_i64, |size, row| {
            size.checked_mul(problem.at_sample(&row.modulus)?)
        })
    }

    /// The mapping without rows of modulus 1.
    pub(crate) fn without_trivial_rows(mut self) -> Self {
        self.rows.retain(|r| r.modulus.as_constant() != Some(1));
        self
    }

    /// Number of moduli that grow: the degree of the size.
    pub fn degree(&self, problem: &Problem) -> usize {
        problem.degree(self.rows.iter().map(|r| &r.modulus))
    }
}

/// `(i0 - i1, i1) mod (2*N - 1, 2)`
impl std::fmt::Display for Mapping {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.rows.is_empty() {
            return f.write_str("one cell");
        }
        let form = |row: &Row| row.text(&|k| format!("i{k}"));
        let forms: Vec<String> = self.rows.iter().map(form).collect();
        let moduli: Vec<String> = self.rows.iter().map(|r| r.modulus.to_string()).collect();
        write!(f, "({}) mod ({})", forms.join(", "), moduli.join(", "))
    }
}
