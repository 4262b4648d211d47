//! Conditions that hold after a statement, because control does not reach its end otherwise:
//! `if (c) return;`, `assert(c);`, `do { if (!(c)) abort(); } while (0);`.
//!
//! Assumes: an assertion holds, also where `NDEBUG` removes its test. The reports of folds that
//! follow it list it ([`Check::is_assertion`]).

use crate::syntax::constant;
use crate::syntax::exits::always_leaves;
use crate::syntax::expressions::is_void;
use lang_c::ast::{BinaryOperator, BlockItem, CallExpression, Expression, Statement};
use lang_c::span::Node;

/// The functions that failed assertions call: glibc and musl, macOS, newlib, others.
const ASSERTIONS: [&str; 5] = [
    "__assert",
    "__assert2",
    "__assert_fail",
    "__assert_func",
    "__assert_rtn",
];

/// A condition whose outcome is known after its statement.
#[derive(Clone, Copy)]
pub struct Check<'s> {
    /// The condition.
    pub condition: &'s Node<Expression>,
    /// Its outcome.
    pub outcome: bool,
    /// `NDEBUG` removes the test.
    pub is_assertion: bool,
}

/// Whether a call of a function of this name ends the program.
pub type Ends<'e> = dyn Fn(&str) -> bool + 'e;

/// The checks of a statement that does nothing else; empty for other statements.
pub fn alone<'s>(statement: &'s Statement, ends: &Ends<'_>) -> Vec<Check<'s>> {
    Reader { ends }.statement(statement).unwrap_or_default()
}

/// The check of `if (c) { ...; return; }`, and of calls in place of `return` that end the program.
pub fn before_exit<'s>(statement: &'s Statement, ends: &Ends<'_>) -> Option<Check<'s>> {
    let Statement::If(node) = statement else {
        return None;
    };
    let leaves = Reader { ends }.leaves(&node.node.then_statement.node);
    (leaves && node.node.else_statement.is_none()).then_some(Check {
        condition: &node.node.condition,
        outcome: false,
        is_assertion: false,
    })
}

/// The equations that hold after a check.
pub fn equations<'s>(check: &Check<'s>) -> Vec<[&'s Node<Expression>; 2]> {
    let mut found = Vec::new();
    equate(check.condition, check.outcome, &mut found);
    found
}

fn equate<'s>(
    condition: &'s Node<Expression>,
    outcome: bool,
    found: &mut Vec<[&'s Node<Expression>; 2]>,
) {
    let Expression::BinaryOperator(binary) = &condition.node else {
        return;
    };
    let (left, right) = (&*binary.node.lhs, &*binary.node.rhs);
    match (&binary.node.operator.node, outcome) {
        (BinaryOperator::LogicalAnd, true) | (BinaryOperator::LogicalOr, false) => {
            equate(left, outcome, found);
            equate(right, outcome, found);
        }
        (BinaryOperator::Equals, true) | (BinaryOperator::NotEquals, false) => {
            found.push([left, right]);
        }
        _ => {}
    }
}

/// The statement of an item.
pub fn statement_of(item: &Node<BlockItem>) -> Option<&Node<Statement>> {
    match &item.node {
        BlockItem::Statement(statement) => Some(statement),
        _ => None,
    }
}

/// Reads statements that may end the program.
struct Reader<'e> {
    ends: &'e Ends<'e>,
}

/// How an expression or statement ends the program.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// By a failed assertion.
    Assertion,
    /// By any other call.
    Call,
}

impl Reader<'_> {
    /// The checks of a statement, if it does nothing else.
    fn statement<'s>(&self, statement: &'s Statement) -> Option<Vec<Check<'s>>> {
        match statement {
            Statement::Expression(None) => Some(Vec::new()),
            Statement::Expression(Some(e)) => self.expression(&e.node),
            Statement::Compound(items) => {
                let one = |item: &'s Node<BlockItem>| self.statement(&statement_of(item)?.node);
                Some(items.iter().map(one).collect::<Option<Vec<_>>>()?.concat())
            }
            Statement::DoWhile(node) if constant::is_zero(&node.node.expression.node) => {
                self.statement(&node.node.statement.node)
            }
            Statement::If(node) => {
                let then = &node.node.then_statement.node;
                let other = node.node.else_statement.as_ref().map(|s| &s.node);
                let nothing = |s: &'s Statement| self.statement(s).is_some_and(|c| c.is_empty());
                let (ending, outcome) = match other {
                    None => (self.ending(then)?, false),
                    Some(other) if nothing(other) => (self.ending(then)?, false),
                    Some(other) if nothing(then) => (self.ending(other)?, true),
                    Some(_) => return None,
                };
                Some(vec![check(&node.node.condition, outcome, ending)])
            }
            _ => None,
        }
    }

    /// The checks of an expression, if it does nothing else.
    fn expression<'s>(&self, expression: &'s Expression) -> Option<Vec<Check<'s>>> {
        match expression {
            Expression::Constant(_)
            | Expression::Identifier(_)
            | Expression::SizeOfVal(_)
            | Expression::SizeOfTy(_) => Some(Vec::new()),
            Expression::Comma(list) => {
                let all = list.iter().map(|e| self.expression(&e.node));
                Some(all.collect::<Option<Vec<_>>>()?.concat())
            }
            Expression::Cast(cast) if is_void(&cast.node.type_name.node) => {
                self.expression(&cast.node.expression.node)
            }
            Expression::Statement(body) => self.statement(&body.node),
            Expression::Conditional(parts) => {
                let parts = &parts.node;
                let (then, other) = (&parts.then_expression.node, &parts.else_expression.node);
                let nothing = |e: &'s Expression| self.expression(e).is_some_and(|c| c.is_empty());
                let (ending, outcome) = match self.ends(other) {
                    Some(ending) if nothing(then) => (ending, true),
                    _ if nothing(other) => (self.ends(then)?, false),
                    _ => return None,
                };
                Some(vec![check(&parts.condition, outcome, ending)])
            }
            Expression::BinaryOperator(binary) => {
                let outcome = match binary.node.operator.node {
                    BinaryOperator::LogicalOr => true,
                    BinaryOperator::LogicalAnd => false,
                    _ => return None,
                };
                let ending = self.ends(&binary.node.rhs.node)?;
                Some(vec![check(&binary.node.lhs, outcome, ending)])
            }
            _ => None,
        }
    }

    /// Whether control never reaches the end of a statement.
    fn leaves(&self, statement: &Statement) -> bool {
        match statement {
            Statement::Compound(items) => {
                let last = items.last().and_then(statement_of);
                last.is_some_and(|last| self.leaves(&last.node))
            }
            Statement::Expression(Some(e)) => self.ends(&e.node).is_some(),
            other => always_leaves(other),
        }
    }

    /// How a statement ends the program, if it does nothing else.
    fn ending(&self, statement: &Statement) -> Option<Ending> {
        match statement {
            Statement::Expression(Some(e)) => self.ends(&e.node),
            Statement::Compound(items) => match items.as_slice() {
                [only] => self.ending(&statement_of(only)?.node),
                _ => None,
            },
            _ => None,
        }
    }

    /// How an expression ends the program, if it does nothing else.
    fn ends(&self, expression: &Expression) -> Option<Ending> {
        match expression {
            Expression::Cast(cast) => self.ends(&cast.node.expression.node),
            Expression::Comma(list) => {
                let (first, rest) = list.split_first()?;
                let nothing = |e: &Expression| self.expression(e).is_some_and(|c| c.is_empty());
                let alone = rest.iter().all(|e| nothing(&e.node));
                self.ends(&first.node).filter(|_| alone)
            }
            Expression::Statement(body) => self.ending(&body.node),
            Expression::Call(call) => {
                let name = callee(&call.node)?;
                let ending = match ASSERTIONS.contains(&name) {
                    true => Ending::Assertion,
                    false => Ending::Call,
                };
                (self.ends)(name).then_some(ending)
            }
            _ => None,
        }
    }
}

fn check(condition: &Node<Expression>, outcome: bool, ending: Ending) -> Check<'_> {
    let mut condition = condition;
    // `__builtin_expect(c, 1)`
    while let Expression::Call(call) = &condition.node
        && callee(&call.node) == Some("__builtin_expect")
        && let Some(first) = call.node.arguments.first()
    {
        condition = first;
    }
    Check {
        condition,
        outcome,
        is_assertion: ending == Ending::Assertion,
    }
}

fn callee(call: &CallExpression) -> Option<&str> {
    match &call.callee.node {
        Expression::Identifier(name) => Some(&name.node.name),
        _ => None,
    }
}
