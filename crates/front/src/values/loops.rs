//! Loops with a counter: from the header to the values of the counter.

use crate::values::evaluator::Evaluator;
use crate::values::formula::Formula;
use crate::values::known_values::steps_in;
use crate::values::mode::Mode;
use crate::values::state::Loop;
use crate::values::value::{KnownValue, Snapshot, Value};
use c::names::symbols::VarId;
use c::syntax::expressions::{is_sequenced, step_of};
use lang_c::ast::{BinaryOperator, Expression};
use lang_c::span::Node;
use poly::Expr;
use scop::IntType;
use std::ops::Range;

mod bounds;
pub(crate) mod counter;
mod ends;
pub(crate) mod flat;
mod induction;
mod parts;

pub(crate) use counter::{Counter, Increment};
pub(crate) use parts::Parts;

/// The reason why a loop is not followed. Completes "it is used in ...".
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum LoopProblem {
    /// The start is not known or not affine.
    #[error("a loop whose start is not an affine expression of counters and parameters")]
    StartNotAffine,
    /// The start is affine, but perhaps no value of the counter's type.
    #[error("a loop whose start may be too large for the type of its counter")]
    StartTooLarge,
    /// The counter is not an integer object of the function.
    #[error("a loop whose counter is not a local variable of an integer type")]
    Counter,
    /// The step is not `i += c` or another form of it.
    #[error("a loop whose step is not a constant")]
    Step,
    /// The body, or a store through a pointer, changes the counter.
    #[error("a loop whose counter is changed in its body")]
    CounterChanges,
    /// The condition is not affine.
    #[error("a loop whose condition is not an affine comparison with its counter")]
    Condition,
    /// No condition is proved to end it.
    #[error("a loop that is not proved to end (`!=`, an unsigned or a narrow counter)")]
    Endless,
}

/// The meaning of a loop's header.
pub(crate) struct Header {
    /// The loop with the name of its counter; several, outermost first, for one over all elements
    /// of rows.
    pub loops: Vec<Loop>,
    /// The values that the counter takes.
    pub domain: Formula,
    /// The number of iterations, if it is known.
    pub trips: Option<Expr>,
    /// The values of the objects that the loop changes, after the loop, if no `break` leaves it.
    pub after: Snapshot,
}

/// A step that an object makes in each iteration: it may be the loop's counter.
#[derive(Clone, Copy)]
struct Step {
    var: VarId,
    by: i64,
    /// The condition makes the step.
    in_condition: bool,
}

impl Evaluator<'_> {
    /// Reads the header of a loop. If the loop is followed, the known values are then those at the
    /// start of its body; else nothing changes.
    pub(crate) fn header(
        &mut self,
        parts: &Parts<'_>,
        mode: Mode<'_>,
    ) -> Result<Header, LoopProblem> {
        if let Some(header) = self.flat_header(parts, mode) {
            return Ok(header);
        }
        let mut problem = LoopProblem::Step;
        let mut worst = true;
        for step in self.steps_of(parts, mode) {
            match self.counted(parts, step, mode) {
                Ok(header) => return Ok(header),
                Err(found) if worst => (problem, worst) = (found, false),
                Err(_) => {}
            }
        }
        Err(problem)
    }

    /// The steps of the objects that may be the counter.
    fn steps_of(&mut self, parts: &Parts<'_>, mode: Mode<'_>) -> Vec<Step> {
        let mut found = Vec::new();
        for step in &parts.steps {
            if let Some(var) = self.stepped_object(step)
                && let Some(by) = self.step_by(step, var, mode).filter(|by| *by != 0)
            {
                let in_condition = false;
                found.push(Step {
                    var,
                    by,
                    in_condition,
                });
            }
        }
        if let Some(condition) = parts.condition
            && !is_sequenced(condition)
        {
            let steps = steps_in(self, condition).into_iter();
            found.extend(steps.map(|(var, by)| Step {
                var,
                by,
                in_condition: true,
            }));
        }
        found
    }

    /// The object that an expression names.
    pub fn variable_named(&self, expression: &Node<Expression>) -> Option<VarId> {
        self.here().variable_named(expression)
    }

    fn stepped_object(&self, step: &Node<Expression>) -> Option<VarId> {
        match &step.node {
            Expression::UnaryOperator(unary) => self.variable_named(&unary.node.operand),
            Expression::BinaryOperator(binary) => self.variable_named(&binary.node.lhs),
            _ => None,
        }
    }

    /// `i++`, `i += c`, `i = i + c`, ...
    fn step_by(&mut self, step: &Node<Expression>, var: VarId, mode: Mode<'_>) -> Option<i64> {
        match &step.node {
            Expression::UnaryOperator(unary) => step_of(&unary.node.operator.node),
            Expression::BinaryOperator(binary) => match binary.node.operator.node {
                BinaryOperator::AssignPlus => self.number(&binary.node.rhs, mode),
                BinaryOperator::AssignMinus => self.number(&binary.node.rhs, mode)?.checked_neg(),
                BinaryOperator::Assign => {
                    let (by, sign) = self.addend(&binary.node.rhs, var)?;
                    self.number(by, mode)?.checked_mul(sign)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// `c` in `i + c`, `c + i` or `i - c`, and its sign.
    pub fn addend<'e>(
        &self,
        next: &'e Node<Expression>,
        var: VarId,
    ) -> Option<(&'e Node<Expression>, i64)> {
        let Expression::BinaryOperator(binary) = &next.node else {
            return None;
        };
        let is_object = |e: &Node<Expression>| self.variable_named(e) == Some(var);
        let (left, right) = (is_object(&binary.node.lhs), is_object(&binary.node.rhs));
        match binary.node.operator.node {
            BinaryOperator::Plus if left => Some((&binary.node.rhs, 1)),
            BinaryOperator::Plus if right => Some((&binary.node.lhs, 1)),
            BinaryOperator::Minus if left => Some((&binary.node.rhs, -1)),
            _ => None,
        }
    }

    /// A constant. Asks for a macro to be taken at its value.
    fn number(&mut self, expression: &Node<Expression>, mode: Mode<'_>) -> Option<i64> {
        let value = self.value_in(expression, mode)?;
        let expr = self.exactly(value)?;
        if expr.as_constant().is_none() {
            self.ask_to_fix(&expr, mode);
        }
        expr.as_constant()
    }

    /// The header of a loop that is counted by a step.
    fn counted(
        &mut self,
        parts: &Parts<'_>,
        step: Step,
        mode: Mode<'_>,
    ) -> Result<Header, LoopProblem> {
        let ty = self.followed(step.var).ok_or(LoopProblem::Counter)?;
        self.check_writes(parts, step)?;
        if self.is_conditional(step.var) && !self.starts(parts, step.var) {
            return Err(LoopProblem::StartNotAffine);
        }
        let start = self.start(step.var);
        let mut first = start.ok_or(match self.state.unfit.contains(&step.var) {
            true => LoopProblem::StartTooLarge,
            false => LoopProblem::StartNotAffine,
        })?;
        if step.in_condition && !parts.tests_last {
            first = first + Expr::constant(step.by);
        }
        let counter = self.counter(step, ty, first);
        self.enter(parts, &counter, mode)
    }

    /// The value of an object at the start of a loop.
    fn start(&mut self, var: VarId) -> Option<Expr> {
        let known = self.state.values.get(&var)?.affine.clone()?;
        self.exactly_or_assumed(known)
    }

    fn counter(&mut self, step: Step, ty: IntType, first: Expr) -> Counter {
        Counter {
            var: step.var,
            ty,
            first,
            step: step.by,
            in_condition: step.in_condition,
            name: self.iterator_name(Some(step.var)),
        }
    }

    /// Whether the loop's own start writes the object.
    fn starts(&self, parts: &Parts<'_>, var: VarId) -> bool {
        let Some(condition) = parts.condition.filter(|_| !parts.tests_last) else {
            return false;
        };
        let start = parts.range.start..self.base.range(condition.span).start;
        let mut writes = self.symbols.writes_in(&start).iter();
        writes.any(|(_, id)| *id == var)
    }

    /// Checks that only its step changes the counter, and that the condition changes nothing else.
    fn check_writes(&self, parts: &Parts<'_>, step: Step) -> Result<(), LoopProblem> {
        let Step {
            var, in_condition, ..
        } = step;
        let writes = |range: &Range<usize>| self.symbols.writes_in(range).len();
        let condition = parts.condition.map(|c| self.base.range(c.span));
        if condition.is_some_and(|c| writes(&c) != usize::from(in_condition)) {
            return Err(LoopProblem::Condition);
        }
        let body = self.base.range(parts.body.span);
        let steps = parts.steps.iter().map(|s| self.base.range(s.span));
        let steps: Vec<Range<usize>> = steps.collect();
        let own = |at: usize| steps.iter().any(|s| s.contains(&at));
        let inside = self.symbols.writes_in(&body).iter();
        let changed = inside.filter(|(_, id)| *id == var).any(|(at, _)| !own(*at));
        let stepped = steps.iter().flat_map(|s| self.symbols.writes_in(s));
        let times = stepped.filter(|(_, id)| *id == var).count();
        let elsewhere = !in_condition
            && parts.steps.iter().any(|step| {
                let range = self.base.range(step.span);
                let is_own = self.stepped_object(step) == Some(var);
                !is_own && self.facts.uses(var).iter().any(|at| range.contains(at))
            });
        match changed || elsewhere || times != usize::from(!in_condition) {
            true => Err(LoopProblem::CounterChanges),
            false => Ok(()),
        }
    }

    /// The object that counts the iterations of a loop whose end is unknown.
    pub fn open_counter(&mut self, parts: &Parts<'_>) -> Option<Counter> {
        let steps = self.steps_of(parts, self.here()).into_iter();
        steps.into_iter().find_map(|step| {
            let ty = self.followed(step.var);
            let ty = ty.filter(|_| !self.is_conditional(step.var))?;
            let wraps = ty.bits < 32 || (!ty.signed && step.by < 0);
            self.check_writes(parts, step).ok()?;
            let start = self.start(step.var);
            let first = start.filter(|_| !wraps && !step.in_condition)?;
            Some(self.counter(step, ty, first))
        })
    }

    /// A counter of iterations that no object counts.
    pub fn nameless_counter(&mut self) -> Counter {
        Counter {
            var: VarId(usize::MAX),
            ty: IntType::LONG,
            first: Expr::constant(0),
            step: 1,
            in_condition: false,
            name: self.iterator_name(None),
        }
    }

    /// Enters the body, if the loop can be followed.
    fn enter(
        &mut self,
        parts: &Parts<'_>,
        counter: &Counter,
        mode: Mode<'_>,
    ) -> Result<Header, LoopProblem> {
        let written = self.written_in(&parts.range);
        let before = self.snapshot(&written);
        let mark = self.state.mark();
        let left = parts.leaves();
        let mut around = Loop {
            var: Some(counter.var),
            name: counter.name.clone(),
            flat: None,
            step: counter.step,
            least: counter.first.as_constant().filter(|_| counter.step > 0),
            range: parts.range.clone(),
            body: (!parts.steps_inside).then(|| self.base.range(parts.body.span)),
            is_straight: !left.continues && !left.jumps,
            ends: None,
        };
        self.state.loops.push(around.clone());
        let increments = self.increments(parts, counter, &before, mode);
        let trips = self.domain(parts, counter, mode);
        let domain = Formula::All(self.state.guards_since(mark).to_vec());
        around.ends = self.ends(parts, counter).filter(|_| !left.breaks);
        self.state.rewind(mark);
        let trips = match trips {
            Ok(trips) => trips,
            Err(problem) => {
                self.restore(before);
                return Err(problem);
            }
        };
        let after = self.after(counter, trips.as_ref(), &before, &increments);
        Ok(Header {
            loops: vec![around],
            domain,
            trips,
            after,
        })
    }

    /// The values of the objects that a loop changes, after the loop.
    pub(crate) fn after(
        &self,
        counter: &Counter,
        trips: Option<&Expr>,
        before: &Snapshot,
        increments: &[Increment],
    ) -> Snapshot {
        let value = |id: &VarId, known: &Option<KnownValue>| {
            let trips = trips?;
            if *id == counter.var {
                let last = counter.first.clone() + trips.clone() * counter.step;
                let value = Value::exact(last, counter.ty);
                return (!counter.in_condition).then(|| KnownValue::of(value));
            }
            let increment = increments.iter().find(|i| i.var == *id)?;
            self.after_times(known.as_ref()?, &increment.by, trips)
        };
        let all = before.iter();
        all.map(|(id, known)| (*id, value(id, known))).collect()
    }
}
