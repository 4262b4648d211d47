//! `for` loops with affine bounds.

use crate::formula::Formula;
use crate::scene::{Loop, Scene};
use crate::symbols::{Origin, VarId};
use crate::types::{Integer, Storage, Type};
use lang_c::ast::{
    BinaryOperator, Expression, ForInitializer, ForStatement, Initializer, UnaryOperator,
};
use lang_c::span::Node;
use poly::Expr;
use std::ops::Range;

/// Why a loop is not followed. Completes "it is used in ...".
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LoopProblem {
    /// Not `i = e` or `int i = e`.
    #[error("a loop that does not start with one assignment to its counter")]
    Start,
    /// The start is not affine.
    #[error("a loop whose start is not an affine expression of counters and parameters")]
    StartNotAffine,
    /// Not an object of the function of integer type.
    #[error("a loop whose counter is not a local variable of type `int` or wider")]
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
    #[error("a loop that is not proved to end (`!=`, or an unsigned counter)")]
    Endless,
}

/// What a loop header says.
pub struct Header {
    /// The counter and its name.
    pub around: Loop,
    /// Which values it takes.
    pub domain: Formula,
}

/// The counter, where it starts, and its type.
struct Start {
    var: VarId,
    ty: Integer,
    first: Expr,
}

impl Scene<'_> {
    /// Reads the header of a `for` loop at the place.
    pub fn header(
        &mut self,
        node: &ForStatement,
        range: Range<usize>,
    ) -> Result<Header, LoopProblem> {
        let start = self.start(&node.initializer.node)?;
        let step = self.step(node.step.as_deref(), start.var)?;
        self.check_counter(start.var, self.base.range(node.statement.span))?;
        let around = Loop {
            var: start.var,
            name: self.iterator_name(start.var),
            ascending: step > 0,
            range,
        };
        self.loops.push(around.clone());
        let depth = self.guards.len();
        let domain = self.domain(node, &start, &around.name, step);
        self.guards.truncate(depth);
        self.loops.pop();
        Ok(Header {
            around,
            domain: domain?,
        })
    }

    fn start(&mut self, initializer: &ForInitializer) -> Result<Start, LoopProblem> {
        let (var, value) = match initializer {
            ForInitializer::Expression(expression) => {
                self.assignment(expression).ok_or(LoopProblem::Start)?
            }
            ForInitializer::Declaration(declaration) => {
                let [only] = declaration.node.declarators.as_slice() else {
                    return Err(LoopProblem::Start);
                };
                let name =
                    crate::parse::declared_name(&only.node.declarator).ok_or(LoopProblem::Start)?;
                let at = self.base.range(name.span).start;
                let found = self.symbols.variables.iter().position(|v| v.at.start == at);
                match (found, only.node.initializer.as_ref().map(|i| &i.node)) {
                    (Some(index), Some(Initializer::Expression(e))) => (VarId(index), &**e),
                    _ => return Err(LoopProblem::Start),
                }
            }
            _ => return Err(LoopProblem::Start),
        };
        let Type::Integer(ty) = self.symbols.variable(var).ty else {
            return Err(LoopProblem::Counter);
        };
        if ty.bits < 32 {
            return Err(LoopProblem::Counter);
        }
        let first = self
            .value(value)
            .and_then(|v| self.convert(v, ty))
            .and_then(|v| self.exactly(v));
        Ok(Start {
            var,
            ty,
            first: first.ok_or(LoopProblem::StartNotAffine)?,
        })
    }

    /// `i = e`.
    fn assignment<'e>(
        &self,
        expression: &'e Node<Expression>,
    ) -> Option<(VarId, &'e Node<Expression>)> {
        let Expression::BinaryOperator(binary) = &expression.node else {
            return None;
        };
        let is_plain = binary.node.operator.node == BinaryOperator::Assign;
        let var = self.variable_named(&binary.node.lhs).filter(|_| is_plain)?;
        Some((var, &binary.node.rhs))
    }

    /// The object that an expression names.
    pub fn variable_named(&self, expression: &Node<Expression>) -> Option<VarId> {
        match &expression.node {
            Expression::Identifier(name) => {
                self.symbols.variable_at(self.base.range(name.span).start)
            }
            _ => None,
        }
    }

    fn step(&mut self, step: Option<&Node<Expression>>, var: VarId) -> Result<i64, LoopProblem> {
        let found = step.and_then(|step| self.step_of(step, var));
        found.filter(|s| *s != 0).ok_or(LoopProblem::Step)
    }

    /// `i++`, `i += c`, `i = i + c`, ...
    fn step_of(&mut self, step: &Node<Expression>, var: VarId) -> Option<i64> {
        match &step.node {
            Expression::UnaryOperator(unary) => {
                self.variable_named(&unary.node.operand)
                    .filter(|v| *v == var)?;
                match unary.node.operator.node {
                    UnaryOperator::PostIncrement | UnaryOperator::PreIncrement => Some(1),
                    UnaryOperator::PostDecrement | UnaryOperator::PreDecrement => Some(-1),
                    _ => None,
                }
            }
            Expression::BinaryOperator(binary) => {
                self.variable_named(&binary.node.lhs)
                    .filter(|v| *v == var)?;
                match binary.node.operator.node {
                    BinaryOperator::AssignPlus => self.number(&binary.node.rhs),
                    BinaryOperator::AssignMinus => self.number(&binary.node.rhs)?.checked_neg(),
                    BinaryOperator::Assign => self.next_value(&binary.node.rhs, var),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// `i + c`, `c + i`, `i - c`.
    fn next_value(&mut self, next: &Node<Expression>, var: VarId) -> Option<i64> {
        let Expression::BinaryOperator(binary) = &next.node else {
            return None;
        };
        let is_counter = |e: &Node<Expression>| self.variable_named(e) == Some(var);
        let (left, right) = (is_counter(&binary.node.lhs), is_counter(&binary.node.rhs));
        match binary.node.operator.node {
            BinaryOperator::Plus if left => self.number(&binary.node.rhs),
            BinaryOperator::Plus if right => self.number(&binary.node.lhs),
            BinaryOperator::Minus if left => self.number(&binary.node.rhs)?.checked_neg(),
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

    fn check_counter(&self, var: VarId, body: Range<usize>) -> Result<(), LoopProblem> {
        let variable = self.symbols.variable(var);
        let own = !variable.tracked
            && matches!(variable.origin, Origin::Local | Origin::Parameter)
            && matches!(variable.storage, Storage::Automatic | Storage::Register);
        if !own || variable.qualifiers.volatile || variable.qualifiers.atomic {
            return Err(LoopProblem::Counter);
        }
        if variable.address_taken || variable.writes.iter().any(|at| body.contains(at)) {
            return Err(LoopProblem::CounterChanges);
        }
        Ok(())
    }

    /// The values of the counter. The loop itself is the innermost one of the scene.
    fn domain(
        &mut self,
        node: &ForStatement,
        start: &Start,
        name: &str,
        step: i64,
    ) -> Result<Formula, LoopProblem> {
        let counter = Expr::var(name);
        let from_start = if step > 0 {
            Formula::at_most(&start.first, &counter)
        } else {
            Formula::at_most(&counter, &start.first)
        };
        let first_guard = self.guards.len();
        self.guards.push(from_start);
        if step.abs() > 1 {
            self.guards.push(Formula::Multiple(
                counter.clone() - start.first.clone(),
                step.abs(),
            ));
        }
        let condition = node.condition.as_ref().ok_or(LoopProblem::Endless)?;
        let ends = self.conjunct(condition, start, name, step)?;
        if !ends {
            return Err(LoopProblem::Endless);
        }
        if !start.ty.signed && step < 0 {
            // The value that ends the loop must not wrap around.
            let next = counter + Expr::constant(step);
            if !self.is_nonnegative(&next) {
                return Err(LoopProblem::Endless);
            }
        }
        Ok(Formula::All(self.guards[first_guard..].to_vec()))
    }

    /// Adds one conjunct of the condition to the guards; whether it ends the loop.
    fn conjunct(
        &mut self,
        condition: &Node<Expression>,
        start: &Start,
        name: &str,
        step: i64,
    ) -> Result<bool, LoopProblem> {
        let Expression::BinaryOperator(binary) = &condition.node else {
            return Err(LoopProblem::Condition);
        };
        let (left, right) = (&binary.node.lhs, &binary.node.rhs);
        let operator = &binary.node.operator.node;
        if *operator == BinaryOperator::LogicalAnd {
            let first = self.conjunct(left, start, name, step)?;
            return Ok(self.conjunct(right, start, name, step)? || first);
        }
        let (l, r) = self.sides(left, right).ok_or(LoopProblem::Condition)?;
        let margin = match operator {
            BinaryOperator::Less => r - l - Expr::constant(1),
            BinaryOperator::LessOrEqual => r - l,
            BinaryOperator::Greater => l - r - Expr::constant(1),
            BinaryOperator::GreaterOrEqual => l - r,
            BinaryOperator::NotEquals => self.distance(l - r, start, name, step)?,
            _ => return Err(LoopProblem::Condition),
        };
        self.add_margin(margin, start, name, step)
    }

    /// `i != e` with step 1 or -1, started on the right side of `e`: the distance left, minus one.
    fn distance(
        &self,
        difference: Expr,
        start: &Start,
        name: &str,
        step: i64,
    ) -> Result<Expr, LoopProblem> {
        let coefficient = difference.coefficient(name);
        if step.abs() != 1 || coefficient.abs() != 1 {
            return Err(LoopProblem::Endless);
        }
        let left = difference * (-coefficient * step);
        let at_start = at(&left, name, &start.first);
        if !self.is_nonnegative(&at_start) {
            return Err(LoopProblem::Endless);
        }
        Ok(left - Expr::constant(1))
    }

    /// The condition `margin >= 0`: it must hold at every value up to the present one.
    fn add_margin(
        &mut self,
        margin: Expr,
        start: &Start,
        name: &str,
        step: i64,
    ) -> Result<bool, LoopProblem> {
        let slope = margin.coefficient(name).signum() * step.signum();
        let rest = margin.clone() - Expr::var(name) * margin.coefficient(name);
        if rest.mentions(name) {
            return Err(LoopProblem::Condition);
        }
        if slope > 0 {
            // Weakest at the start.
            self.guards
                .push(Formula::NonNegative(at(&margin, name, &start.first)));
        } else {
            self.guards.push(Formula::NonNegative(margin));
        }
        Ok(slope < 0)
    }
}

fn at(expr: &Expr, name: &str, value: &Expr) -> Expr {
    expr.substitute(&|n| (n == name).then(|| value.clone()))
}
