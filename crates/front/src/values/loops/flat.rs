//! Loops over all elements of flat arrays, read as loops over rows and columns: iteration `i` of
//! `for (i = 0; i < w*h; i++)` is `[q, r]` with `i = w*q + r`, `0 <= q < h` and `0 <= r < w`.
//!
//! Only loops whose digits were asked for are split: see `region::delinearise::flat`.
//!
//! Assumes: the number of values of a digit is not negative. Two negative numbers would have a
//! positive product, but no rows.

use super::{Header, Parts};
use crate::values::evaluator::{Evaluator, spelled};
use crate::values::formula::Formula;
use crate::values::mode::Mode;
use crate::values::state::{Digits, Loop};
use crate::values::value::Value;
use c::names::symbols::VarId;
use c::syntax::expressions::{relation, sides};
use lang_c::ast::{BinaryOperator, BinaryOperatorExpression};
use poly::Expr;

/// The largest number that a factor of a size may add to a variable.
const MOST_PADDING: i64 = 8;

/// A counter of C whose digits are iterators of the scop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlatCounter {
    /// Its name in C.
    pub name: String,
    /// The iterators with their C spellings, outermost first.
    pub digits: Vec<(String, String)>,
    /// The number of values of each digit but the first.
    pub radices: Vec<Expr>,
}

/// A loop over successive values, up to a product if it is flat.
struct FlatLoop {
    var: VarId,
    first: Expr,
    end: Expr,
    /// `end` is C's value only if its factors are not negative.
    may_wrap: bool,
}

impl Evaluator<'_> {
    /// The header of a loop that is read by digits. The ends of others are noted.
    pub(super) fn flat_header(&mut self, parts: &Parts<'_>, mode: Mode<'_>) -> Option<Header> {
        let flat = self.flat_loop(parts, mode)?;
        let Some(radices) = self.params.flat.get(&flat.end).cloned() else {
            self.params.flat_ends.insert(parts.range.start, flat.end);
            return None;
        };
        let (first, end) = (rows(&flat.first, &radices)?, rows(&flat.end, &radices)?);
        for size in radices.iter().chain(flat.may_wrap.then_some(&end)) {
            self.suppose_nonnegative(size, &parts.range);
        }
        let written = self.written_in(&parts.range);
        for id in &written {
            self.state.values.remove(id);
        }
        let (loops, domain) = self.digit_loops(parts, flat.var, (first, end, radices))?;
        Some(Header {
            loops,
            domain,
            trips: None,
            after: written.into_iter().map(|id| (id, None)).collect(),
        })
    }

    /// A loop `for (i = first; i < end; i++)` up to a product.
    fn flat_loop(&mut self, parts: &Parts<'_>, mode: Mode<'_>) -> Option<FlatLoop> {
        if parts.steps_inside || parts.tests_last || parts.breaks_first || parts.strips.is_some() {
            return None;
        }
        let condition = parts.condition?;
        let (operator, left, bound) = relation(condition).or_else(|| {
            let (left, right) = sides(condition, &BinaryOperator::NotEquals)?;
            Some((BinaryOperator::NotEquals, left, right))
        })?;
        let steps = self.steps_of(parts, mode.quiet());
        let [step] = steps.as_slice() else {
            return None;
        };
        let var = self.variable_named(left).filter(|var| *var == step.var)?;
        let ty = self.followed(var).filter(|ty| ty.bits >= 32)?;
        if step.by != 1 || step.in_condition || self.check_writes(parts, *step).is_err() {
            return None;
        }
        if self.is_conditional(var) && !self.starts(parts, var) {
            return None;
        }
        let bound = self.value_in(bound, mode.multiplying())?;
        let bound = self.convert(bound.clone(), ty.common(bound.ty))?;
        let end = match operator {
            BinaryOperator::Less | BinaryOperator::NotEquals => bound.expr,
            _ => bound.expr.checked_add(&Expr::constant(1))?,
        };
        let first = self.state.values.get(&var)?;
        let first = first.polynomial.clone().or_else(|| first.affine.clone())?;
        let starts_before = operator != BinaryOperator::NotEquals || first.expr == Expr::default();
        let is_known = starts_before && self.is_parametric(&end) && self.is_parametric(&first.expr);
        (is_known && end.as_constant().is_none()).then_some(FlatLoop {
            var,
            first: first.expr,
            end,
            may_wrap: !bound.exact || !first.exact || operator == BinaryOperator::NotEquals,
        })
    }

    /// The loops over the digits of a counter, outermost first, and their domain.
    fn digit_loops(
        &mut self,
        parts: &Parts<'_>,
        var: VarId,
        (first, end, radices): (Expr, Expr, Vec<Expr>),
    ) -> Option<(Vec<Loop>, Formula)> {
        let outer = self.state.mark();
        let sizes = radices.iter().cloned();
        let bounds: Vec<(Expr, Expr)> = std::iter::once((first, end))
            .chain(sizes.map(|size| (Expr::constant(0), size)))
            .collect();
        let mut counter = Expr::default();
        let mut loops = Vec::new();
        let mut domain = Vec::new();
        for (start, stop) in bounds {
            let iterator = self.iterator_name(Some(var));
            let value = Expr::var(&iterator);
            counter = counter.checked_mul(&stop)?.checked_add(&value)?;
            domain.push(Formula::at_most(&start, &value));
            domain.push(Formula::less(&value, &stop));
            loops.push(Loop::nameless(iterator, parts.range.clone()));
            self.state.loops.extend(loops.last().cloned());
        }
        self.state.rewind(outer);
        let iterators = loops.iter().map(|l| l.name.clone()).collect();
        let last = loops.last_mut()?;
        last.var = Some(var);
        last.flat = Some(Digits {
            iterators,
            radices,
            counter,
        });
        Some((loops, Formula::All(domain)))
    }

    /// The counter of a loop that is read by digits, as a polynomial of them.
    pub(crate) fn flat_counter(&self, var: VarId, at: usize) -> Option<Value> {
        let digits = self.loop_of(var, at)?.flat.as_ref()?;
        Some(Value::exact(digits.counter.clone(), self.followed(var)?))
    }

    /// The counters around a place that are read by digits, with the C spellings of these.
    pub(crate) fn flat_counters(&self, at: usize) -> Vec<FlatCounter> {
        let flat = self.state.loops.iter().filter_map(|around| {
            let digits = around.flat.as_ref()?;
            self.spelled_digits(around.var?, around.range.start, (digits, at))
        });
        flat.collect()
    }

    /// `i / (h * w)`, `i / w % h` and `i % w` in parentheses.
    fn spelled_digits(
        &self,
        var: VarId,
        since: usize,
        (digits, at): (&Digits, usize),
    ) -> Option<FlatCounter> {
        let name = self.object_spelling(var, since, at)?;
        let size = |radix: &Expr| {
            let spelled = spelled(&|name: &str| self.spelling(name, at), radix)?;
            let is_name = spelled.terms().count() == 1 && spelled.constant_part() == 0;
            Some(match is_name {
                true => spelled.to_string(),
                false => format!("({spelled})"),
            })
        };
        let sizes: Vec<String> = digits.radices.iter().map(size).collect::<Option<_>>()?;
        let digit = |(at, iterator): (usize, &String)| {
            let quotient = match &sizes[at..] {
                [] => name.clone(),
                [one] => format!("{name} / {one}"),
                all => format!("{name} / ({})", all.join(" * ")),
            };
            let text = match at.checked_sub(1) {
                None => format!("({quotient})"),
                Some(own) => format!("({quotient} % {})", sizes[own]),
            };
            (iterator.clone(), text)
        };
        let all = digits.iterators.iter().enumerate();
        Some(FlatCounter {
            digits: all.map(digit).collect(),
            radices: digits.radices.clone(),
            name,
        })
    }

    /// `i / w` and `i % w` as digits of `i`.
    pub(crate) fn digits_of(
        &mut self,
        binary: &BinaryOperatorExpression,
        mode: Mode<'_>,
    ) -> Option<Value> {
        let is_flat =
            |l: &Loop| l.flat.is_some() || self.params.flat_ends.contains_key(&l.range.start);
        if !self.state.loops.iter().any(is_flat) {
            return None;
        }
        let left = self.value_in(&binary.lhs, mode.multiplying())?;
        let right = self.value_in(&binary.rhs, mode.multiplying())?;
        let (left, right) = self.balance(left, right)?;
        self.want_digits(&left.expr, &right.expr);
        if left.expr.degree() <= 1 || !left.exact || !right.exact {
            return None;
        }
        let (quotient, rest) = self.divided(&left.expr, &right.expr)?;
        let found = match binary.operator.node {
            BinaryOperator::Divide => quotient,
            _ => rest,
        };
        let is_readable = mode.multiplies || found.degree() <= 1;
        is_readable.then(|| Value::exact(found, left.ty))
    }

    /// Asks for a loop to be read by digits whose counter is divided by the length of its rows.
    fn want_digits(&mut self, dividend: &Expr, row: &Expr) {
        let mut loops = self.state.loops.iter();
        let counted = loops.find(|l| *dividend == Expr::var(&l.name));
        let end = counted.and_then(|l| self.params.flat_ends.get(&l.range.start));
        let Some(end) = end.filter(|_| row.as_constant().is_none() && row.is_affine()) else {
            return;
        };
        let mut names = Vec::new();
        end.each_var(&mut |name| names.push(name.to_string()));
        let outer = quotient(end, row).and_then(|rows| factors(&rows, &names));
        if let Some(mut radices) = outer.filter(|_| self.is_parametric(row) && end.degree() > 1) {
            radices.push(row.clone());
            let end = end.clone();
            self.params.wanted_flat.entry(end).or_insert(radices);
        }
    }

    /// Quotient and remainder of a division by the number of values of some digits, if the
    /// remainder is shown to be in range here.
    fn divided(&self, dividend: &Expr, divisor: &Expr) -> Option<(Expr, Expr)> {
        if divisor.is_affine() {
            let (quotient, rest) = dividend.divide(divisor)?;
            let below = divisor.clone() - rest.clone() - Expr::constant(1);
            let is_digit = self.is_nonnegative(&rest) && self.is_nonnegative(&below);
            return is_digit.then_some((quotient, rest));
        }
        let radices: Vec<&Expr> = self.params.flat.values().flatten().collect();
        radices.into_iter().find_map(|radix| {
            let outer = quotient(divisor, radix)?;
            let (rows, column) = self.divided(dividend, radix)?;
            let (quotient, row) = self.divided(&rows, &outer)?;
            let rest = row.checked_mul(radix)?.checked_add(&column)?;
            Some((quotient, rest))
        })
    }
}

/// The number of whole rows in a number of elements; `None` if there is a rest, or if the number is
/// not affine.
pub(crate) fn rows(elements: &Expr, radices: &[Expr]) -> Option<Expr> {
    let mut inner = radices.iter().rev();
    let rows = inner.try_fold(elements.clone(), |elements, radix| {
        quotient(&elements, radix)
    });
    rows?.without_products()
}

/// The quotient of a division without remainder.
pub(crate) fn quotient(dividend: &Expr, divisor: &Expr) -> Option<Expr> {
    if let Some(by) = divisor.as_constant() {
        return dividend.exact_quotient(by);
    }
    let (quotient, rest) = dividend.divide(divisor)?;
    (rest == Expr::default()).then_some(quotient)
}

/// The factors `w + c` of a product, but for the first. The last names are tried first.
pub(crate) fn factors(product: &Expr, names: &[String]) -> Option<Vec<Expr>> {
    if product.is_affine() {
        return Some(Vec::new());
    }
    let offsets = (0..=MOST_PADDING).flat_map(|c| [c, -c]);
    let offsets: Vec<i64> = offsets.collect();
    let sums = names.iter().rev().flat_map(|name| {
        let sum = |c: &i64| Expr::var(name) + Expr::constant(*c);
        offsets.iter().map(sum).collect::<Vec<Expr>>()
    });
    sums.into_iter().find_map(|factor| {
        let mut outer = factors(&quotient(product, &factor)?, names)?;
        outer.push(factor);
        Some(outer)
    })
}
