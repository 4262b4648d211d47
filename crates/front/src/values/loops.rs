//! Loops that count: from the header to the values of the counter.

use crate::forms::strips::Strips;
use crate::values::evaluator::Evaluator;
use crate::values::formula::Formula;
use crate::values::known_values::{Held, Snapshot, steps_in};
use crate::values::state::Loop;
use c::names::symbols::VarId;
use c::syntax::expressions::{is_sequenced, step_of};
use integer::IntType;
use lang_c::ast::{BinaryOperator, Expression, Statement};
use lang_c::span::Node;
use poly::Expr;
use std::ops::Range;

mod bounds;
mod ends;

/// Why a loop is not followed. Completes "it is used in ...".
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LoopProblem {
    /// The start is not known or not affine.
    #[error("a loop whose start is not an affine expression of counters and parameters")]
    StartNotAffine,
    /// Not an object of the function of integer type.
    #[error("a loop whose counter is not a local variable of an integer type")]
    Counter,
    /// The step is not `i += c` or its relatives.
    #[error("a loop whose step is not a constant")]
    Step,
    /// The body or something behind a pointer changes the counter.
    #[error("a loop whose counter is changed in its body")]
    CounterChanges,
    /// The condition is not affine.
    #[error("a loop whose condition is not an affine comparison with its counter")]
    Condition,
    /// No condition ever ends it, as far as can be proved.
    #[error("a loop that is not proved to end (`!=`, an unsigned or a narrow counter)")]
    Endless,
}

/// A loop of any kind, taken apart. Its start has been read.
pub struct Parts<'e> {
    /// What must hold for another iteration.
    pub condition: Option<&'e Node<Expression>>,
    /// What is done at the end of each iteration.
    pub steps: Vec<&'e Node<Expression>>,
    /// The body; the steps stand in it if `steps_inside`.
    pub body: &'e Node<Statement>,
    /// The steps are the last statement of the body.
    pub steps_inside: bool,
    /// The whole loop.
    pub range: Range<usize>,
    /// The condition is not tested before the first iteration.
    pub tests_last: bool,
    /// The condition is that of a `break` in front of the body: it must not hold.
    pub breaks_first: bool,
    /// What stands in front of each strip of the body, and what the condition compares the counter with.
    pub strips: Option<(Strips<'e>, &'e Node<Expression>)>,
}

/// What a loop header says.
pub struct Header {
    /// The counter and its name.
    pub around: Loop,
    /// Which values it takes.
    pub domain: Formula,
    /// How often the body is executed, if that is known.
    pub trips: Option<Expr>,
    /// What objects that the loop changes hold behind it, if no `break` leaves it.
    pub after: Snapshot,
}

/// A counter: where it starts, and how it moves.
#[derive(Clone, Debug)]
pub struct Counter {
    /// Which object.
    pub var: VarId,
    /// Its type.
    pub ty: IntType,
    /// Its value in the first iteration.
    pub first: Expr,
    /// What is added to it.
    pub step: i64,
    /// The condition steps it.
    pub in_condition: bool,
    /// Its name in sets.
    pub name: String,
}

impl Counter {
    /// The number of iterations before the one at hand.
    pub fn passed(&self) -> Expr {
        let distance = (Expr::var(&self.name) - self.first.clone()) * self.step.signum();
        distance.floor_div(self.step.abs())
    }
}

impl Evaluator<'_> {
    /// Reads the header of a loop. If it is followed, [`Evaluator::held`] is then what holds at the start
    /// of its body; else all is as before.
    pub fn header(&mut self, parts: &Parts<'_>) -> Result<Header, LoopProblem> {
        let mut problem = LoopProblem::Step;
        let mut worst = true;
        for (var, step, in_condition) in self.steps_of(parts) {
            match self.counted(parts, var, step, in_condition) {
                Ok(header) => return Ok(header),
                Err(found) if worst => (problem, worst) = (found, false),
                Err(_) => {}
            }
        }
        Err(problem)
    }

    /// What may be the counter: object, step, and whether the condition steps it.
    fn steps_of(&mut self, parts: &Parts<'_>) -> Vec<(VarId, i64, bool)> {
        let mut found = Vec::new();
        for step in &parts.steps {
            if let Some(var) = self.stepped_object(step)
                && let Some(by) = self.step_by(step, var).filter(|by| *by != 0)
            {
                found.push((var, by, false));
            }
        }
        if let Some(condition) = parts.condition
            && !is_sequenced(condition)
        {
            let steps = steps_in(self, condition).into_iter();
            found.extend(steps.map(|(var, by)| (var, by, true)));
        }
        found
    }

    /// The object that an expression names.
    pub fn variable_named(&self, expression: &Node<Expression>) -> Option<VarId> {
        match &expression.node {
            Expression::Identifier(name) if self.mode.macro_depth == 0 => {
                self.symbols.variable_at(self.base.range(name.span).start)
            }
            _ => None,
        }
    }

    fn stepped_object(&self, step: &Node<Expression>) -> Option<VarId> {
        match &step.node {
            Expression::UnaryOperator(unary) => self.variable_named(&unary.node.operand),
            Expression::BinaryOperator(binary) => self.variable_named(&binary.node.lhs),
            _ => None,
        }
    }

    /// `i++`, `i += c`, `i = i + c`, ...
    fn step_by(&mut self, step: &Node<Expression>, var: VarId) -> Option<i64> {
        match &step.node {
            Expression::UnaryOperator(unary) => step_of(&unary.node.operator.node),
            Expression::BinaryOperator(binary) => match binary.node.operator.node {
                BinaryOperator::AssignPlus => self.number(&binary.node.rhs),
                BinaryOperator::AssignMinus => self.number(&binary.node.rhs)?.checked_neg(),
                BinaryOperator::Assign => {
                    let (by, sign) = self.addend(&binary.node.rhs, var)?;
                    self.number(by)?.checked_mul(sign)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// `c` of `i + c`, `c + i`, `i - c`, and its sign.
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

    /// A constant; a macro is taken at its value.
    fn number(&mut self, expression: &Node<Expression>) -> Option<i64> {
        let value = self.value(expression)?;
        let expr = self.exactly(value)?;
        if expr.as_constant().is_none() {
            self.ask_to_fix(&expr);
        }
        expr.as_constant()
    }

    fn counted(
        &mut self,
        parts: &Parts<'_>,
        var: VarId,
        step: i64,
        in_condition: bool,
    ) -> Result<Header, LoopProblem> {
        let ty = self.followed(var).ok_or(LoopProblem::Counter)?;
        self.check_writes(parts, var, in_condition)?;
        if self.is_conditional(var) && !self.starts(parts, var) {
            return Err(LoopProblem::StartNotAffine);
        }
        let start = self
            .state
            .held
            .get(&var)
            .and_then(|held| held.value.clone());
        let start = start.and_then(|v| self.exactly(v));
        let mut first = start.ok_or(LoopProblem::StartNotAffine)?;
        if in_condition && !parts.tests_last {
            first = first + Expr::constant(step);
        }
        let counter = Counter {
            var,
            ty,
            first,
            step,
            in_condition,
            name: self.iterator_name(Some(var)),
        };
        self.enter(parts, &counter)
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

    /// Nothing but its step may change the counter, and the condition nothing else.
    fn check_writes(
        &self,
        parts: &Parts<'_>,
        var: VarId,
        in_condition: bool,
    ) -> Result<(), LoopProblem> {
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

    /// The object that counts the iterations of a loop whose end is not known.
    pub fn open_counter(&mut self, parts: &Parts<'_>) -> Option<Counter> {
        self.steps_of(parts)
            .into_iter()
            .find_map(|(var, step, in_condition)| {
                let ty = self.followed(var).filter(|_| !self.is_conditional(var))?;
                let wraps = ty.bits < 32 || (!ty.signed && step < 0);
                self.check_writes(parts, var, in_condition).ok()?;
                let start = self.state.held.get(&var)?.value.clone();
                let first = self.exactly(start?).filter(|_| !wraps && !in_condition)?;
                let name = self.iterator_name(Some(var));
                Some(Counter {
                    var,
                    ty,
                    first,
                    step,
                    in_condition,
                    name,
                })
            })
    }

    /// What counts iterations where no object does.
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

    /// Goes to the start of the body, if the loop can be followed.
    fn enter(&mut self, parts: &Parts<'_>, counter: &Counter) -> Result<Header, LoopProblem> {
        let written = self.written_in(&parts.range);
        let before = self.snapshot(&written);
        let depth = self.state.guards.len();
        let left = parts.leaves();
        let mut around = Loop {
            var: Some(counter.var),
            name: counter.name.clone(),
            step: counter.step,
            least: counter.first.as_constant().filter(|_| counter.step > 0),
            range: parts.range.clone(),
            body: (!parts.steps_inside).then(|| self.base.range(parts.body.span)),
            is_straight: !left.continues && !left.jumps,
            ends: None,
        };
        self.state.loops.push(around.clone());
        let gains = self.gains(parts, counter, &before);
        let domain = self.domain(parts, counter);
        let found = domain.map(|trips| {
            let domain = Formula::All(self.state.guards[depth..].to_vec());
            (domain, trips)
        });
        around.ends = self.ends(parts, counter).filter(|_| !left.breaks);
        self.state.guards.truncate(depth);
        self.state.loops.pop();
        let (domain, trips) = match found {
            Ok(found) => found,
            Err(problem) => {
                self.restore(before);
                return Err(problem);
            }
        };
        let after = self.after(counter, trips.as_ref(), &before, &gains);
        Ok(Header {
            around,
            domain,
            trips,
            after,
        })
    }

    /// What the objects that the loop changes hold behind it.
    pub fn after(
        &self,
        counter: &Counter,
        trips: Option<&Expr>,
        before: &Snapshot,
        gains: &[(VarId, crate::values::polynomial::Polynomial)],
    ) -> Snapshot {
        let value = |id: &VarId, held: &Option<Held>| {
            let trips = trips?;
            if *id == counter.var {
                let last = counter.first.clone() + trips.clone() * counter.step;
                let value = crate::values::affine::Value::exact(last, counter.ty);
                return (!counter.in_condition).then(|| Held::of(value));
            }
            let (_, gain) = gains.iter().find(|(g, _)| g == id)?;
            self.after_times(held.as_ref()?, gain, trips)
        };
        let all = before.iter();
        all.map(|(id, held)| (*id, value(id, held))).collect()
    }
}
