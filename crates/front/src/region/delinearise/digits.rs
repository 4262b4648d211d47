//! The digits of subscripts and extents. Division leaves remainders; a remainder outside of `0..s`
//! is carried to the next digit by one of a few *carries*. This case distinction must be proved
//! complete.

use super::strides::{Stride, divide};
use super::uses::Use;
use crate::values::evaluator::Evaluator;
use crate::values::formula::Formula;
use crate::values::params::names::COORDINATE;
use crate::values::shapes::split::{End, Split};
use poly::{Expr, PwAff, Set};
use scop::Subscript;

/// All of `-2..=2`, in the order in which each is tried alone.
const CARRIES: [i64; 5] = [0, -1, 1, -2, 2];
/// The largest carry.
const MOST_CARRIED: i64 = 2;
/// Subscripts with more cases than this are not split.
const MOST_CASES: usize = 16;

/// A number divided by all strides, without carries.
pub(super) struct Divided {
    pub first: Expr,
    /// The remainders of the divisions, outermost stride first.
    pub rests: Vec<Expr>,
}

/// One subscript as digits.
pub(super) struct Apart {
    pub digits: Vec<Subscript>,
    /// The possible digits, if there are several cases.
    cases: Vec<Vec<Expr>>,
    /// The bounds of the digits after the first.
    strides: Vec<Expr>,
}

impl Apart {
    /// Whether a digit is not affine.
    pub(super) fn is_open(&self) -> bool {
        !self.cases.is_empty()
    }

    /// The condition that distinguishes the cases, on the coordinates of digits that are not
    /// affine. The first digit is coordinate `at`.
    pub(super) fn distinction(&self, at: usize) -> Option<Formula> {
        let coordinate = |k: usize| Expr::var(&format!("{COORDINATE}{}", at + k));
        let is_open = |k: &usize| !matches!(self.digits[*k], Subscript::Affine(_));
        let open: Vec<usize> = (0..self.digits.len()).filter(is_open).collect();
        let same = |digits: &[Expr], k: usize| Formula::Zero(coordinate(k) - digits[k].clone());
        let case = |digits: &Vec<Expr>| {
            let all = open.iter().map(|k| same(digits, *k));
            Formula::All(all.collect())
        };
        let inside = open.iter().filter(|k| **k > 0).map(|k| {
            let starts = Formula::NonNegative(coordinate(*k));
            starts.and(Formula::less(&coordinate(*k), &self.strides[k - 1]))
        });
        let one_of = Formula::Any(self.cases.iter().map(case).collect());
        let all = std::iter::once(one_of).chain(inside).collect();
        (!self.cases.is_empty()).then_some(Formula::All(all))
    }
}

/// A case: one carry for each of the inner digits.
#[derive(Clone)]
struct Case {
    /// The carry to the next digit.
    carry: i64,
    /// The digits already found, outermost first.
    digits: Vec<Expr>,
    /// Conditions on them that hold only in this case.
    conditions: Vec<Formula>,
}

/// Strides that are tried.
pub(super) struct Attempt<'w, 's> {
    pub eval: &'w Evaluator<'s>,
    /// Outermost first.
    pub strides: Vec<Stride>,
    /// Expressions that are supposed not to be negative, beside those that are known.
    pub facts: Vec<Expr>,
}

impl Attempt<'_, '_> {
    pub(super) fn divide(&self, polynomial: &Expr) -> Option<Divided> {
        let mut rests = Vec::new();
        let mut quotient = polynomial.clone();
        for stride in self.strides.iter().rev() {
            let (next, rest) = divide(&quotient, stride)?;
            rests.push(rest);
            quotient = next;
        }
        rests.reverse();
        Some(Divided {
            first: quotient.without_products()?,
            rests,
        })
    }

    /// The split of a dimension with this extent, if the end of the dimension is found.
    pub(super) fn split(&self, extent: Option<&Divided>) -> Option<Split> {
        let end = match extent {
            Some(extent) => Some(self.end(extent)?),
            None => None,
        };
        let strides = self.strides.iter().map(|stride| stride.expr.clone());
        Some(Split {
            strides: strides.collect(),
            end,
        })
    }

    /// The conditions on the parameters that follow from a positive number of elements.
    pub(super) fn positive(&self, elements: &Divided) -> Vec<Formula> {
        let split = self.split(Some(elements));
        split.map_or_else(Vec::new, |split| split.is_positive())
    }

    /// The end of the dimension, as digits.
    fn end(&self, extent: &Divided) -> Option<End> {
        let mut rests: Vec<Expr> = Vec::new();
        let mut carried = 0;
        for (at, rest) in extent.rests.iter().enumerate().rev() {
            let stride = &self.strides[at].expr;
            let rest = rest.clone() + Expr::constant(carried);
            let is_last = rests.iter().all(|r| r.as_constant() == Some(0));
            let fits = |carry: &i64| {
                let rest = self.without(&rest, *carry, at);
                let above = match is_last {
                    true => Formula::less(stride, &rest),
                    false => Formula::at_most(stride, &rest),
                };
                let below = Formula::less(&rest, &Expr::constant(0));
                self.never(None, &[self.all_positive(), below.or(above)])
            };
            carried = CARRIES.into_iter().find(fits)?;
            rests.push(self.without(&rest, carried, at));
        }
        rests.reverse();
        Some(End {
            full: extent.first.clone() + Expr::constant(carried),
            rests,
        })
    }

    /// The digits of a subscript.
    pub(super) fn apart(&self, of: &Use<'_>, divided: &Divided) -> Option<Apart> {
        let mut cases = vec![Case {
            carry: 0,
            digits: Vec::new(),
            conditions: Vec::new(),
        }];
        for (at, rest) in divided.rests.iter().enumerate().rev() {
            let further = cases.iter().map(|case| self.carried(of, case, (at, rest)));
            cases = further.collect::<Option<Vec<_>>>()?.concat();
            if cases.is_empty() || cases.len() > MOST_CASES {
                return None;
            }
        }
        let all = cases.into_iter().map(|case| {
            let first = divided.first.clone() + Expr::constant(case.carry);
            std::iter::once(first).chain(case.digits).collect()
        });
        let all: Vec<Vec<Expr>> = all.collect();
        let digits = (0..=self.strides.len()).map(|k| self.digit(k, &all, divided));
        Some(Apart {
            digits: digits.collect(),
            cases: if all.len() > 1 { all } else { Vec::new() },
            strides: self
                .strides
                .iter()
                .map(|stride| stride.expr.clone())
                .collect(),
        })
    }

    /// The cases of a subscript after digit `at` (counted after the first) is found.
    fn carried(&self, of: &Use<'_>, case: &Case, (at, rest): (usize, &Expr)) -> Option<Vec<Case>> {
        let rest = rest.clone() + Expr::constant(case.carry);
        let never = |formula: Formula| {
            let conditions = case.conditions.iter().cloned();
            let all: Vec<Formula> = conditions.chain([self.all_positive(), formula]).collect();
            self.never(Some(of), &all)
        };
        let next = |carry: i64, is_only: bool| {
            let digit = self.without(&rest, carry, at);
            let mut next = case.clone();
            if !is_only {
                next.conditions.push(self.inside(&digit, at));
            }
            next.digits.insert(0, digit);
            next.carry = carry;
            next
        };
        let always = |carry: &i64| never(self.outside(&rest, (*carry, *carry), at));
        if let Some(carry) = CARRIES.into_iter().find(always) {
            return Some(vec![next(carry, true)]);
        }
        if !never(self.outside(&rest, (-MOST_CARRIED, MOST_CARRIED), at)) {
            return None;
        }
        let may_be = |carry: &i64| !never(self.inside(&self.without(&rest, *carry, at), at));
        let carries = CARRIES.into_iter().filter(may_be);
        Some(carries.map(|carry| next(carry, false)).collect())
    }

    /// Digit `k`, with a meaning that holds in all cases.
    fn digit(&self, k: usize, cases: &[Vec<Expr>], divided: &Divided) -> Subscript {
        let mut digits = cases.iter().map(|digits| &digits[k]);
        let first = digits.next();
        match first {
            Some(first) if digits.all(|other| other == first) => Subscript::Affine(first.clone()),
            _ if k > 0 && k == self.strides.len() => Subscript::Modulo {
                dividend: self.without(&divided.rests[k - 1], -MOST_CARRIED, k - 1),
                modulus: self.strides[k - 1].expr.clone(),
            },
            _ => Subscript::Any,
        }
    }

    /// A digit after a carry.
    pub(super) fn without(&self, digit: &Expr, carry: i64, at: usize) -> Expr {
        digit.clone() - self.strides[at].expr.clone() * carry
    }

    fn inside(&self, digit: &Expr, at: usize) -> Formula {
        Formula::NonNegative(digit.clone()).and(Formula::less(digit, &self.strides[at].expr))
    }

    /// The digit is below `least` strides, or at least `most + 1` strides.
    pub(super) fn outside(&self, digit: &Expr, (least, most): (i64, i64), at: usize) -> Formula {
        let below = Formula::less(&self.without(digit, least, at), &Expr::constant(0));
        let above = Formula::at_most(&self.strides[at].expr, &self.without(digit, most, at));
        below.or(above)
    }

    pub(super) fn all_positive(&self) -> Formula {
        let positive = |stride: &Stride| Formula::less(&Expr::constant(0), &stride.expr);
        Formula::All(self.strides.iter().map(positive).collect())
    }

    /// Whether the formulas contradict each other wherever the access happens. `false` if
    /// undecided.
    pub(super) fn never(&self, of: Option<&Use<'_>>, formulas: &[Formula]) -> bool {
        let set = self.set(of, formulas, &[]);
        set.and_then(|set| set.is_empty()).unwrap_or(false)
    }

    /// `{ [i, j, more] }`: the iterations in which the access happens and the formulas hold.
    pub(super) fn set(
        &self,
        of: Option<&Use<'_>>,
        formulas: &[Formula],
        more: &[&str],
    ) -> poly::Result<Set> {
        let eval = self.eval;
        let (iterators, domain, guards): (&[String], &[Formula], &[Formula]) = match of {
            Some(u) => (
                &u.statement.iterators,
                &u.statement.domain,
                &u.access.guards,
            ),
            None => (&[], &[], &[]),
        };
        let inside = of.and_then(|u| u.inside.as_ref());
        let facts = self.facts.iter().cloned().map(Formula::NonNegative);
        let all = eval.known().chain(domain).chain(guards).chain(formulas);
        let condition = Formula::All(all.chain(inside).cloned().chain(facts).collect());
        let iterators = iterators.iter().map(String::as_str);
        let coordinates: Vec<&str> = iterators.chain(more.iter().copied()).collect();
        eval.space().points(&coordinates, condition)
    }

    /// The largest or smallest value of an expression where an access happens, as one affine
    /// expression of the parameters.
    pub(super) fn extreme(
        &self,
        of: &Use<'_>,
        expr: &Expr,
        side: impl Fn(&Set, usize) -> poly::Result<PwAff>,
    ) -> Option<Expr> {
        const VALUE: &str = "value'";
        if self.eval.is_parametric(expr) {
            return Some(expr.clone());
        }
        let iterators = &of.statement.iterators;
        let value = Formula::Zero(Expr::var(VALUE) - expr.clone());
        let set = self.set(Some(of), &[value], &[VALUE]).ok()?;
        let pieces = side(&set, iterators.len()).and_then(|f| f.pieces()).ok()?;
        let [only] = pieces.as_slice() else {
            return None;
        };
        only.value.is_affine().then(|| only.value.clone())
    }
}
