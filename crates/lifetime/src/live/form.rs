//! The live bound as an expression of the parameters, guessed at small values of them and verified
//! at others.
//!
//! Counts of integer points in polyhedra are quasi-polynomials of the parameters, one for each
//! chamber of their values (Clauss 1996; Verdoolaege et al. 2007), and so is the number of values
//! alive at a moment that is an affine function of them. Here this is an assumption: every form
//! that leaves this file was confirmed at points it was not made from.

use super::bound::LiveBound;
use super::chamber::Chamber;
use super::counter::LiveCounter;
use poly::{Fraction, Result, fit};
use std::fmt::Write;

/// Periods of quasi-polynomials that are tried.
const PERIODS: [i64; 3] = [1, 2, 3];
/// Higher degrees are not tried.
const MOST_DEGREE: usize = 3;
/// Forms in more parameters are not tried.
const MOST_PARAMS: usize = 6;
/// Forms with more terms are not tried.
const MOST_TERMS: usize = 40;
/// How many points must agree beyond those that determine the form.
const SPARE_POINTS: usize = 4;
/// How many points must agree that are larger than all others.
const LARGER_POINTS: usize = 2;
/// The points that determine a form are larger than these numbers of a program.
const SMALL_NUMBER: usize = 4;

/// A factor of a term: `floor(p / divisor)` for parameter number `p`.
type Factor = (usize, i64);

/// A quasi-polynomial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveForm {
    params: Vec<String>,
    /// The coefficient of each product of factors, times the denominator.
    terms: Vec<(i128, Vec<Factor>)>,
    denominator: i128,
    /// Where the form holds, if not for all sizes: `N <= M`.
    conditions: Vec<(String, &'static str, String)>,
}

impl LiveForm {
    /// A constant.
    pub(super) fn number(n: u64) -> Self {
        LiveForm {
            params: Vec::new(),
            terms: vec![(i128::from(n), Vec::new())],
            denominator: 1,
            conditions: Vec::new(),
        }
    }

    /// The value for given parameters; `None` if one is missing or the value is no natural number.
    pub fn eval(&self, value: &dyn Fn(&str) -> Option<i64>) -> Option<u64> {
        let point = self.params.iter().map(|p| value(p));
        let point: Vec<i64> = point.collect::<Option<_>>()?;
        let mut sum: i128 = 0;
        for (c, factors) in &self.terms {
            let product = i128::from(product(factors, &point)?);
            sum = sum.checked_add(product.checked_mul(*c)?)?;
        }
        let is_whole = sum % self.denominator == 0;
        is_whole.then(|| u64::try_from(sum / self.denominator).ok())?
    }

    /// As C would write it: `2*N - 3`, `(N*N + N)/2`, `N + floord(N, 2)`, `M + 1 where M <= N`.
    pub fn text(&self, display: &dyn Fn(&str) -> String) -> String {
        let names: Vec<String> = self.params.iter().map(|p| display(p)).collect();
        let mut terms: Vec<(i128, &[Factor])> =
            self.terms.iter().map(|(c, f)| (*c, f.as_slice())).collect();
        terms.sort_by_key(|(c, factors)| (usize::MAX - factors.len(), *c < 0));
        if let Some(first) = terms.iter().position(|(c, _)| *c > 0) {
            terms[..=first].rotate_right(1);
        }
        let mut text = String::new();
        for (c, factors) in terms {
            write_term(&mut text, c, factors, &names);
        }
        if text.is_empty() {
            text.push('0');
        }
        if self.denominator != 1 {
            text = format!("({text})/{}", self.denominator);
        }
        let conditions = self.conditions.iter();
        let conditions = conditions.map(|(a, op, b)| format!("{} {op} {}", display(a), display(b)));
        let conditions: Vec<String> = conditions.collect();
        match conditions.is_empty() {
            true => text,
            false => format!("{text} where {}", conditions.join(", ")),
        }
    }
}

fn product(factors: &[Factor], point: &[i64]) -> Option<i64> {
    factors.iter().try_fold(1_i64, |product, (p, divisor)| {
        product.checked_mul(point[*p].div_euclid(*divisor))
    })
}

fn write_term(text: &mut String, c: i128, factors: &[Factor], names: &[String]) {
    let sign = match (text.is_empty(), c < 0) {
        (true, true) => "-",
        (true, false) => "",
        (false, true) => " - ",
        (false, false) => " + ",
    };
    let factor = |(p, divisor): &Factor| match divisor {
        1 => names[*p].clone(),
        d => format!("floord({}, {d})", names[*p]),
    };
    let mut parts: Vec<String> = factors.iter().map(factor).collect();
    if c.abs() != 1 || parts.is_empty() {
        parts.insert(0, c.abs().to_string());
    }
    // Writing to a string cannot fail.
    let _ = write!(text, "{sign}{}", parts.join("*"));
}

/// The search for a form: what is counted, and how many accesses at most.
pub(super) struct Search<'a> {
    pub(super) counter: &'a LiveCounter,
    /// Accesses that may still be counted.
    pub(super) left: usize,
}

impl Search<'_> {
    /// A form that holds in this chamber, of at most this degree in the parameters; `None` if there
    /// is none, or it cannot be verified.
    pub(super) fn form(&mut self, chamber: &Chamber, degree: usize) -> Result<Option<LiveForm>> {
        let degree = degree.min(MOST_DEGREE);
        if chamber.dims() > MOST_PARAMS {
            return Ok(None);
        }
        let mut known: Vec<(Vec<i64>, i64)> = Vec::new();
        let mut points = chamber.points();
        let simple_first = |period| [(1.min(degree), period), (degree, period)];
        for (degree, period) in PERIODS.into_iter().flat_map(simple_first) {
            let terms = terms(chamber.dims(), degree, period);
            if terms.len() > MOST_TERMS {
                return Ok(None);
            }
            while known.len() < terms.len() + SPARE_POINTS {
                let Some(point) = points.next() else {
                    return Ok(None);
                };
                match self.count(chamber, &point)? {
                    Counted::Undefined => {}
                    Counted::Unknown => return Ok(None),
                    Counted::Values(n) => known.push((point, n)),
                }
            }
            let Some(form) = fitted(chamber, &terms, &known) else {
                continue;
            };
            if self.holds_further_out(chamber, &form)? {
                return Ok(Some(form));
            }
        }
        Ok(None)
    }

    /// Whether a form holds at larger points, and at one beyond the numbers of the program, such as
    /// the height of a strip: more sizes behave like that one than like those below.
    fn holds_further_out(&mut self, chamber: &Chamber, form: &LiveForm) -> Result<bool> {
        if !self.holds_at(chamber.larger_points(), LARGER_POINTS, (chamber, form))? {
            return Ok(false);
        }
        let largest = self.counter.largest_number()?;
        let Some(beyond) = usize::try_from(largest).ok().filter(|n| *n > SMALL_NUMBER) else {
            return Ok(largest >= 0);
        };
        let points = chamber.points_beyond(beyond.saturating_mul(2));
        self.holds_at(points, 1, (chamber, form))
    }

    /// Whether a form holds at the first `wanted` of some points at which the program is defined.
    fn holds_at(
        &mut self,
        points: impl Iterator<Item = Vec<i64>>,
        wanted: usize,
        (chamber, form): (&Chamber, &LiveForm),
    ) -> Result<bool> {
        let mut agreed = 0;
        for point in points {
            match self.count(chamber, &point)? {
                Counted::Undefined => {}
                Counted::Unknown => return Ok(false),
                Counted::Values(n) => {
                    let value = |name: &str| chamber.value(name, &point);
                    if form.eval(&value) != Some(n.unsigned_abs()) {
                        return Ok(false);
                    }
                    agreed += 1;
                }
            }
            if agreed == wanted {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn count(&mut self, chamber: &Chamber, point: &[i64]) -> Result<Counted> {
        let values = chamber.values(point);
        if !self.counter.is_defined(&values)? {
            return Ok(Counted::Undefined);
        }
        let counted = self.counter.count(&values, &mut self.left)?;
        Ok(match counted {
            Some(LiveBound::Exact(n)) => i64::try_from(n).map_or(Counted::Unknown, Counted::Values),
            Some(LiveBound::AtLeast(_)) | None => Counted::Unknown,
        })
    }
}

enum Counted {
    Undefined,
    Unknown,
    Values(i64),
}

/// The form that some of these points determine and the others confirm.
fn fitted(chamber: &Chamber, terms: &[Vec<Factor>], known: &[(Vec<i64>, i64)]) -> Option<LiveForm> {
    let row = |(point, _): &(Vec<i64>, i64)| terms.iter().map(|t| product(t, point)).collect();
    let rows: Vec<Vec<i64>> = known.iter().map(row).collect::<Option<_>>()?;
    let values: Vec<i64> = known.iter().map(|(_, n)| *n).collect();
    let found = fit(&rows, &values).filter(|f| f.used.len() + SPARE_POINTS <= known.len())?;
    let (numerators, denominator) = Fraction::over_common_denominator(&found.coefficients)?;
    let terms = numerators.into_iter().zip(terms);
    Some(LiveForm {
        params: chamber.names(),
        terms: terms
            .filter(|(c, _)| *c != 0)
            .map(|(c, t)| (c, t.clone()))
            .collect(),
        denominator,
        conditions: chamber.conditions(),
    })
}

/// All products of at most `degree` factors, those without floors first.
fn terms(params: usize, degree: usize, period: i64) -> Vec<Vec<Factor>> {
    let plain = (0..params).map(|p| (p, 1));
    let floors = (0..params).map(|p| (p, period));
    let factors: Vec<Factor> = match period {
        1 => plain.collect(),
        _ => plain.chain(floors).collect(),
    };
    let mut all = vec![Vec::new()];
    let mut longest = all.clone();
    for _ in 0..degree {
        let longer = |term: &Vec<Factor>| {
            let last = term
                .last()
                .and_then(|f| factors.iter().position(|g| g == f));
            let more = factors[last.unwrap_or(0)..].iter();
            more.map(|f| [term.as_slice(), &[*f]].concat())
                .collect::<Vec<_>>()
        };
        longest = longest.iter().flat_map(longer).collect();
        all.extend(longest.iter().cloned());
    }
    let rank = |term: &Vec<Factor>| term.iter().filter(|(_, divisor)| *divisor != 1).count();
    all.sort_by_key(rank);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(denominator: i128, terms: &[(i128, &[Factor])]) -> LiveForm {
        let terms = terms.iter().map(|(c, factors)| (*c, factors.to_vec()));
        LiveForm {
            params: vec!["N".into(), "M".into()],
            terms: terms.collect(),
            denominator,
            conditions: Vec::new(),
        }
    }

    #[test]
    fn as_people_write_it() {
        let check = |form: LiveForm, text: &str, at_5_7: Option<u64>| {
            assert_eq!(form.text(&|name| name.to_string()), text);
            let value = |name: &str| Some(if name == "N" { 5 } else { 7 });
            assert_eq!(form.eval(&value), at_5_7, "{text}");
        };
        check(form(1, &[(-3, &[]), (2, &[(0, 1)])]), "2*N - 3", Some(7));
        check(form(1, &[(1, &[])]), "1", Some(1));
        check(form(1, &[]), "0", Some(0));
        let square: &[Factor] = &[(0, 1), (0, 1)];
        check(
            form(2, &[(1, square), (1, &[(0, 1)])]),
            "(N*N + N)/2",
            Some(15),
        );
        check(form(2, &[(1, &[(0, 1)])]), "(N)/2", None);
        let both: &[Factor] = &[(0, 1), (1, 1)];
        let n: &[Factor] = &[(0, 1)];
        check(form(1, &[(-1, n), (1, both)]), "N*M - N", Some(30));
        check(
            form(1, &[(1, &[(0, 2)]), (1, &[])]),
            "floord(N, 2) + 1",
            Some(3),
        );
    }

    #[test]
    fn terms_of_a_degree() {
        assert_eq!(terms(0, 2, 1).len(), 1);
        assert_eq!(terms(2, 2, 1).len(), 6);
        assert_eq!(terms(1, 2, 2).len(), 6);
        assert_eq!(terms(1, 1, 2), [vec![], vec![(0, 1)], vec![(0, 2)]]);
    }
}
