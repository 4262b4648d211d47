//! The condition of a loop: the values of the counter and the number of iterations that it allows.
//!
//! Assumes: no loop executes 2^50 iterations. A loop that only the test `x < w - 1` of 64-bit
//! unsigned numbers ends would do so if the difference wrapped around, so it does not. For 32 bits
//! this is an assumption that users are told. A loop that only the test `x != w` ends, and that
//! starts beyond `w`, would do so or overflow: it is followed as one without iterations.

use super::{Counter, LoopProblem, Parts};
use crate::values::evaluator::Evaluator;
use crate::values::formula::Formula;
use crate::values::known_values::operators_of_steps;
use crate::values::mode::Mode;
use crate::values::value::Value;
use c::names::symbols::Call;
use c::syntax::expressions::{is_comparison, is_postfix};
use lang_c::ast::{BinaryOperator, Expression, UnaryOperator};
use lang_c::span::Node;
use poly::Expr;
use std::ops::Range;

/// The largest step of a counter with which a loop up to nearly 2^64 has 2^50 iterations.
const LARGEST_STEP: i64 = 1 << 13;

/// The conditions of a loop, as far as they are read.
struct Bounds<'c> {
    counter: &'c Counter,
    /// How the conditions are read.
    mode: Mode<'c>,
    /// The loop ends by one comparison and in no other way.
    has_one_exit: bool,
    /// A counter that passes the number which ends the loop would overflow, or have 2^50 values
    /// while nobody sees anything of it.
    never_passes: bool,
    /// See [`Parts::ends_by_data`].
    ends_by_data: Option<usize>,
    /// One of them ends the loop.
    ends: bool,
    /// All of them end the loop.
    only_ends: bool,
    /// The number of iterations that each of them allows, where that is positive.
    trips: Vec<Expr>,
}

/// A side of a comparison.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

/// The side that is larger where a comparison is `wanted`.
fn limit(operator: &BinaryOperator, wanted: bool) -> Option<Side> {
    match (operator, wanted) {
        (BinaryOperator::Less | BinaryOperator::LessOrEqual, true)
        | (BinaryOperator::Greater | BinaryOperator::GreaterOrEqual, false) => Some(Side::Right),
        (BinaryOperator::Greater | BinaryOperator::GreaterOrEqual, true)
        | (BinaryOperator::Less | BinaryOperator::LessOrEqual, false) => Some(Side::Left),
        _ => None,
    }
}

impl<'c> Bounds<'c> {
    fn new(counter: &'c Counter, mode: Mode<'c>, has_one_exit: bool, is_silent: bool) -> Self {
        let climbs = (1..=LARGEST_STEP).contains(&counter.step);
        let never_passes = match (counter.ty.bits, counter.ty.signed) {
            (32 | 64, true) => has_one_exit,
            (64, false) => has_one_exit && is_silent && climbs,
            _ => false,
        };
        Bounds {
            counter,
            mode,
            has_one_exit,
            never_passes,
            ends_by_data: None,
            ends: false,
            only_ends: true,
            trips: Vec::new(),
        }
    }

    /// The number of iterations, which is at least `least`.
    fn trips(self, least: i64) -> Option<Expr> {
        let trips = Expr::min_of(self.trips).filter(|_| self.only_ends)?;
        Expr::max_of(vec![trips, Expr::constant(least)])
    }
}

impl Evaluator<'_> {
    /// Adds the conditions on the values of the counter to the guards. Returns the number of
    /// iterations, if it is known. The loop itself is the innermost one around the place.
    pub(super) fn domain(
        &mut self,
        parts: &Parts<'_>,
        counter: &Counter,
        mode: Mode<'_>,
    ) -> Result<Option<Expr>, LoopProblem> {
        self.state.guards.extend(counter.values());
        let condition = parts.condition.ok_or(LoopProblem::Endless)?;
        let mode = match counter.in_condition {
            true => mode.testing(counter),
            false => mode,
        };
        let first_guard = self.state.guards.len();
        let calls = |call: &Call| parts.range.contains(&call.at);
        let is_silent = !self.symbols.calls.iter().any(calls);
        let bounds = Bounds::new(counter, mode, self.has_one_exit(parts), is_silent);
        let mut bounds = Bounds {
            ends_by_data: parts.ends_by_data,
            ..bounds
        };
        self.conjunct(condition, !parts.breaks_first, &mut bounds)?;
        if !bounds.ends {
            return Err(LoopProblem::Endless);
        }
        if parts.tests_last {
            if !bounds.only_ends {
                return Err(LoopProblem::Condition);
            }
            let tested = Formula::All(self.state.guards.split_off(first_guard));
            let start = Formula::Zero(Expr::var(&counter.name) - counter.first.clone());
            self.state.guards.push(start.or(tested));
        }
        self.check_wrap(condition, &bounds)?;
        Ok(bounds.trips(i64::from(parts.tests_last)))
    }

    /// Whether one comparison ends the loop, and nothing else leaves it.
    fn has_one_exit(&self, parts: &Parts<'_>) -> bool {
        let left = parts.leaves();
        let compares = |e: &Node<Expression>| match &e.node {
            Expression::BinaryOperator(b) => is_comparison(&b.node.operator.node),
            _ => false,
        };
        let leaves = parts.tests_last || left.breaks || left.jumps || left.returns;
        !leaves && parts.condition.is_some_and(compares) && self.calls_are_harmless(&parts.range)
    }

    /// Adds the conjuncts of a condition to the guards. Its value has to be `wanted`. Terms that
    /// are not understood are left out if the loop may end before its bound.
    fn conjunct(
        &mut self,
        condition: &Node<Expression>,
        wanted: bool,
        bounds: &mut Bounds<'_>,
    ) -> Result<(), LoopProblem> {
        let start = self.base.range(condition.span).start;
        let may_be_left_out = |bounds: &Bounds<'_>| {
            let data = bounds.ends_by_data.filter(|_| wanted);
            data.is_some_and(|data| bounds.ends || start < data)
        };
        match self.term(condition, wanted, bounds) {
            Err(_) if may_be_left_out(bounds) => {
                bounds.only_ends = false;
                Ok(())
            }
            done => done,
        }
    }

    fn term(
        &mut self,
        condition: &Node<Expression>,
        wanted: bool,
        bounds: &mut Bounds<'_>,
    ) -> Result<(), LoopProblem> {
        let (counter, mode) = (bounds.counter, bounds.mode);
        let both = match wanted {
            true => BinaryOperator::LogicalAnd,
            false => BinaryOperator::LogicalOr,
        };
        let margin = match &condition.node {
            Expression::BinaryOperator(b) if b.node.operator.node == both => {
                self.conjunct(&b.node.lhs, wanted, bounds)?;
                return self.conjunct(&b.node.rhs, wanted, bounds);
            }
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Negate => {
                return self.conjunct(&u.node.operand, !wanted, bounds);
            }
            Expression::BinaryOperator(b) if is_comparison(&b.node.operator.node) => {
                let operator = &b.node.operator.node;
                let limit = limit(operator, wanted).filter(|_| bounds.has_one_exit);
                let place = self.base.range(condition.span);
                let values = self.values_of(&b.node.lhs, &b.node.rhs, mode);
                let sides = values.and_then(|values| {
                    let exactly = |eval: &mut Self, side: Side, value: Value| match limit {
                        Some(limit) if limit == side => eval.stays_below(value, counter, &place),
                        _ => eval.exactly_or_assumed(value),
                    };
                    let left = exactly(self, Side::Left, values.0)?;
                    Some((left, exactly(self, Side::Right, values.1)?))
                });
                let (l, r) = sides.ok_or(LoopProblem::Condition)?;
                match (operator, wanted) {
                    (BinaryOperator::NotEquals, true) | (BinaryOperator::Equals, false) => {
                        self.distance(l - r, bounds)?
                    }
                    _ => margin(operator, wanted, (l, r))?,
                }
            }
            _ if wanted => {
                let value = self.value_in(condition, mode);
                let value = value.and_then(|v| self.exactly(v));
                self.distance(value.ok_or(LoopProblem::Condition)?, bounds)?
            }
            _ => return Err(LoopProblem::Condition),
        };
        self.add_margin(margin, bounds)
    }

    /// The number that the counter stays below, if no other condition ends the loop.
    fn stays_below(
        &mut self,
        value: Value,
        counter: &Counter,
        range: &Range<usize>,
    ) -> Option<Expr> {
        let climbs = (1..=LARGEST_STEP).contains(&counter.step);
        let is_unsigned = !value.ty.signed && climbs && !value.expr.mentions(&counter.name);
        match value.ty.bits {
            64 if is_unsigned => {
                self.relied_on(&value);
                Some(value.expr)
            }
            32 if is_unsigned && self.is_parametric(&value.expr) => {
                self.relied_on(&value);
                let proved = self.exactly_or_assumed(value.clone());
                proved.or_else(|| {
                    self.suppose_bound(&value.expr, range);
                    Some(value.expr)
                })
            }
            _ => self.exactly_or_assumed(value),
        }
    }

    /// `i != e`, if the steps meet `e` and the start is on the right side of it, or the loop does
    /// not end: the remaining distance minus one.
    fn distance(&mut self, difference: Expr, bounds: &Bounds<'_>) -> Result<Expr, LoopProblem> {
        let counter = bounds.counter;
        let coefficient = difference.coefficient(&counter.name);
        let left = difference * (-coefficient * counter.step.signum());
        let at_start = counter.at_start(&left);
        let meets = at_start.content() % counter.step.abs() == 0;
        let is_before =
            |eval: &mut Self| eval.is_nonnegative(&at_start) || eval.assume_nonnegative(&at_start);
        let may_pass = bounds.never_passes && at_start.as_constant().is_none();
        match coefficient.abs() == 1 && meets && (is_before(self) || may_pass) {
            true => Ok(left - Expr::constant(1)),
            false => Err(LoopProblem::Endless),
        }
    }

    /// Adds the condition `margin >= 0`, which must hold for every value up to the present one.
    fn add_margin(&mut self, margin: Expr, bounds: &mut Bounds<'_>) -> Result<(), LoopProblem> {
        let counter = bounds.counter;
        let name = &counter.name;
        let slope = margin.coefficient(name).saturating_mul(counter.step);
        let rest = margin.clone() - Expr::var(name) * margin.coefficient(name);
        if rest.mentions(name) {
            return Err(LoopProblem::Condition);
        }
        let at_start = counter.at_start(&margin);
        if slope < 0 {
            self.state.guards.push(Formula::NonNegative(margin));
            let further = at_start.floor_div(slope.saturating_abs());
            bounds.trips.push(further + Expr::constant(1));
            bounds.ends = true;
        } else {
            // The condition is weakest at the start.
            self.state.guards.push(Formula::NonNegative(at_start));
            bounds.only_ends = false;
        }
        Ok(())
    }

    /// Checks that no value of the counter in the loop wraps around, nor the value that ends the
    /// loop.
    fn check_wrap(
        &mut self,
        condition: &Node<Expression>,
        bounds: &Bounds<'_>,
    ) -> Result<(), LoopProblem> {
        let counter = bounds.counter;
        let operators = operators_of_steps(self, condition);
        let reach = match operators.iter().any(|(_, operator)| is_postfix(operator)) {
            // The value before the step ends the loop.
            true => 0,
            false => counter.step,
        };
        let last = Expr::var(&counter.name) + Expr::constant(reach);
        let stays = match (counter.ty.bits < 32, counter.ty.signed) {
            (true, _) => self.fits(&last, counter.ty) || self.assume_ends(bounds),
            (false, false) if counter.step < 0 => self.is_nonnegative(&last),
            _ => true,
        };
        stays.then_some(()).ok_or(LoopProblem::Endless)
    }

    /// Assumes that the type of a counter holds the value after its last step, if only macros
    /// decide that. Returns whether it does.
    fn assume_ends(&mut self, bounds: &Bounds<'_>) -> bool {
        let Counter {
            ty, first, step, ..
        } = bounds.counter;
        let Some((least, most)) = ty.bounds() else {
            return false;
        };
        let room = |trips: &Expr| {
            let last = first.clone() + trips.clone() * *step;
            match *step > 0 {
                true => Expr::constant(most) - last,
                false => last - Expr::constant(least),
            }
        };
        let mut trips = bounds.trips.iter();
        trips.any(|trips| self.assume_nonnegative(&room(trips)))
    }
}

/// An expression that is not negative exactly where a comparison is `wanted`.
fn margin(
    operator: &BinaryOperator,
    wanted: bool,
    (l, r): (Expr, Expr),
) -> Result<Expr, LoopProblem> {
    let one = Expr::constant(1);
    Ok(match (operator, wanted) {
        (BinaryOperator::Less, true) | (BinaryOperator::GreaterOrEqual, false) => r - l - one,
        (BinaryOperator::LessOrEqual, true) | (BinaryOperator::Greater, false) => r - l,
        (BinaryOperator::Greater, true) | (BinaryOperator::LessOrEqual, false) => l - r - one,
        (BinaryOperator::GreaterOrEqual, true) | (BinaryOperator::Less, false) => l - r,
        _ => return Err(LoopProblem::Condition),
    })
}
