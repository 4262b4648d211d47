//! Why strides are positive. A stride must be, for its digit to be below it.

use super::Length;
use super::digits::{Attempt, Divided};
use super::strides::common_factor;
use super::uses::Use;
use crate::values::formula::Formula;
use poly::Expr;

/// Why a stride is positive.
pub(super) enum Needs {
    /// It is positive for all parameter values.
    Nothing,
    /// It is positive wherever an access happens.
    Accesses,
    /// It is positive if this expression is not negative, which must be assumed about macros.
    Assumption(Expr),
}

/// The strides of an attempt, some of them shown to be positive.
pub(super) struct Strides<'a, 'w, 's> {
    pub attempt: &'a Attempt<'w, 's>,
    pub uses: &'a [Use<'a>],
    /// The subscripts of the uses, divided by the strides.
    pub divided: &'a [Divided],
    /// The extent that accesses stay below, if it is known.
    pub extent: Option<&'a Divided>,
    /// A number of elements that is positive.
    pub positive: Option<&'a Divided>,
    /// The reason for each stride, if one was shown.
    shown: Vec<Option<Needs>>,
}

impl<'a, 'w, 's> Strides<'a, 'w, 's> {
    pub(super) fn new(
        attempt: &'a Attempt<'w, 's>,
        (uses, divided): (&'a [Use<'a>], &'a [Divided]),
        length: &'a Length<Divided>,
    ) -> Self {
        Strides {
            attempt,
            uses,
            divided,
            extent: length.extent(),
            positive: length.positive(),
            shown: attempt.strides.iter().map(|_| None).collect(),
        }
    }

    /// The reason why each stride is positive, if there is one for all: the parameters, the loops
    /// around the accesses, the accesses being inside the array (which may need other strides to be
    /// positive), or an assumption.
    pub(super) fn needs(mut self) -> Option<Vec<Needs>> {
        self.show();
        self.shown.into_iter().collect()
    }

    /// The first stride that is not shown to be positive.
    pub(super) fn first_unshown(mut self) -> Option<usize> {
        self.show();
        self.shown.iter().position(Option::is_none)
    }

    fn show(&mut self) {
        for why in [Self::always, Self::in_loops, Self::in_array, Self::assumed] {
            for at in 0..self.shown.len() {
                if self.shown[at].is_none() {
                    self.shown[at] = why(self, at);
                }
            }
        }
    }

    fn stride(&self, at: usize) -> &'a Expr {
        &self.attempt.strides[at].expr
    }

    fn is_shown(&self, at: usize) -> bool {
        self.shown[at].is_some()
    }

    fn always(&self, at: usize) -> Option<Needs> {
        let never = self.never(None, &[self.not_positive(at)]);
        never.then_some(Needs::Nothing)
    }

    fn in_loops(&self, at: usize) -> Option<Needs> {
        let not_positive = [at_most(self.stride(at), 0)];
        let mut uses = self.uses.iter();
        let always = uses.all(|u| self.never(Some(u), &not_positive));
        always.then_some(Needs::Accesses)
    }

    fn in_array(&self, at: usize) -> Option<Needs> {
        let not_positive = self.not_positive(at);
        let mut uses = self.uses.iter().zip(self.divided);
        let never = |(of, divided): (&Use<'_>, &Divided)| {
            let defined = self.defined(at, of, divided);
            self.never(Some(of), &[not_positive.clone(), defined])
        };
        uses.all(never).then_some(Needs::Accesses)
    }

    fn assumed(&self, at: usize) -> Option<Needs> {
        let beyond = self.stride(at).clone() - Expr::constant(1);
        let simpler = beyond.clone().floor_div(common_factor(&beyond));
        let may = self.attempt.eval.may_assume_nonnegative(&simpler);
        may.then_some(Needs::Assumption(simpler))
    }

    /// Whether the formulas contradict each other where the access happens, given the strides
    /// already shown to be positive.
    fn never(&self, of: Option<&Use<'_>>, formulas: &[Formula]) -> bool {
        let shown = (0..self.shown.len()).filter(|at| self.is_shown(*at));
        let positive = shown.map(|at| at_least(self.stride(at), 1));
        let all: Vec<Formula> = positive.chain(formulas.iter().cloned()).collect();
        self.attempt.never(of, &all)
    }

    /// The consequence of a stride that is not positive, given a positive number of elements.
    fn not_positive(&self, at: usize) -> Formula {
        let stride = self.stride(at);
        let Some(extent) = self.positive else {
            return at_most(stride, 0);
        };
        let negative = at_most(stride, -1);
        if extent
            .rests
            .iter()
            .all(|rest| rest.as_constant() == Some(0))
        {
            // The product is positive, so another factor is negative too.
            let others = (0..self.shown.len()).filter(|k| *k != at && !self.is_shown(*k));
            let others = others.map(|k| at_most(self.stride(k), -1));
            let first = at_most(&extent.first, -1);
            return negative.and(Formula::Any(others.chain([first]).collect()));
        }
        match extent.rests[at].as_constant() {
            _ if at + 1 < self.shown.len() => at_most(stride, 0),
            Some(rest) if rest <= 0 => negative.and(self.is_negative(extent, at)),
            Some(rest) if at == 0 => {
                let zero = Formula::Zero(stride.clone());
                zero.or(negative.and(at_most(&extent.first, rest - 1)))
            }
            _ => at_most(stride, 0),
        }
    }

    /// The condition for an access to be inside the array if the stride is not positive: `0 <= s*q
    /// + r` and `s*q + r < s*rows + rest` with `s <= 0`.
    fn defined(&self, at: usize, of: &Use<'_>, divided: &Divided) -> Formula {
        if !self.stays(at, of, divided) {
            return Formula::truth();
        }
        let rest = &divided.rests[at];
        let starts = self.is_negative(divided, at).or(at_least(rest, 0));
        match self.extent {
            Some(extent) => {
                let beyond = self.at_most(extent, divided, at);
                starts.and(beyond.or(Formula::less(rest, &extent.rests[at])))
            }
            None => starts,
        }
    }

    /// Whether the inner digits of the access are in range, so its outer digits are inside an array
    /// too.
    fn stays(&self, at: usize, of: &Use<'_>, divided: &Divided) -> bool {
        (at + 1..self.shown.len()).all(|inner| {
            let digit = &divided.rests[inner];
            let outside = self.attempt.outside(digit, (0, 0), inner);
            let is_even = |e: &Divided| e.rests[inner].as_constant() == Some(0);
            self.is_shown(inner)
                && self.extent.is_none_or(is_even)
                && self.never(Some(of), &[outside])
        })
    }

    /// The consequence if the first digit and the `count` next ones form a negative number: one of
    /// them is negative.
    fn is_negative(&self, digits: &Divided, count: usize) -> Formula {
        let rests = digits.rests[..count].iter();
        let all = std::iter::once(&digits.first).chain(rests);
        let any = Formula::Any(all.map(|digit| at_most(digit, -1)).collect());
        self.if_shown(count, any)
    }

    /// The consequence if the first digit and the `count` next ones form a number that is at most
    /// another: the first digit is not larger, or another one is smaller by its stride.
    fn at_most(&self, digits: &Divided, than: &Divided, count: usize) -> Formula {
        let first = Formula::at_most(&digits.first, &than.first);
        let smaller = |at: usize| {
            let by = than.rests[at].clone() - digits.rests[at].clone();
            Formula::at_most(self.stride(at), &by)
        };
        let all = std::iter::once(first).chain((0..count).map(smaller));
        self.if_shown(count, Formula::Any(all.collect()))
    }

    /// The formula, if the first `count` strides are positive.
    fn if_shown(&self, count: usize, formula: Formula) -> Formula {
        match (0..count).all(|at| self.is_shown(at)) {
            true => formula,
            false => Formula::truth(),
        }
    }
}

fn at_most(expr: &Expr, most: i64) -> Formula {
    Formula::at_most(expr, &Expr::constant(most))
}

fn at_least(expr: &Expr, least: i64) -> Formula {
    Formula::at_most(&Expr::constant(least), expr)
}
