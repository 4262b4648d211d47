//! What a caller does with the result of a stage.

use super::results::{Place, name, number};
use super::stage::is_plain_declarator;
use c::syntax::declarators::declared_name;
use c::syntax::exits::always_leaves;
use c::syntax::expressions::is_comparison;
use lang_c::ast::{
    BinaryOperator, BlockItem, Declaration, Expression, Identifier, IfStatement, Initializer,
    Label, Statement, UnaryOperator,
};
use lang_c::span::{Node, Span as Offsets};

/// A statement that consists of a call and of what is done with its result: `f(a);`, `r = f(a);`,
/// `if (f(a) != 0) goto fail;`
#[derive(Clone, Copy)]
pub(super) struct CallUse<'p> {
    pub(super) name: &'p str,
    pub(super) arguments: &'p [Node<Expression>],
    /// The call.
    pub(super) at: Offsets,
    /// The object that gets the result.
    pub(super) kept: Option<&'p Node<Expression>>,
    /// The name of the object that is declared with the result as its initial value.
    pub(super) declared: Option<&'p Node<Identifier>>,
    /// Whether the result is cast before that.
    pub(super) is_cast: bool,
    /// A test of the result, and the statement that leaves the block if it holds.
    pub(super) leaves: Option<(&'p Node<Expression>, &'p Node<Statement>)>,
}

/// The statement behind a label; another statement itself.
pub(crate) fn unlabelled(statement: &Node<Statement>) -> &Node<Statement> {
    match &statement.node {
        Statement::Labeled(labeled) if matches!(labeled.node.label.node, Label::Identifier(_)) => {
            unlabelled(&labeled.node.statement)
        }
        _ => statement,
    }
}

impl<'p> CallUse<'p> {
    /// The call of a statement, or of a declaration: `T *t = f(a);`
    pub(super) fn of_item(item: &'p BlockItem) -> Option<Self> {
        match item {
            BlockItem::Statement(statement) => CallUse::of(&unlabelled(statement).node),
            BlockItem::Declaration(declaration) => CallUse::of_declaration(&declaration.node),
            BlockItem::StaticAssert(_) => None,
        }
    }

    /// The call of a declaration of one object.
    pub(super) fn of_declaration(declaration: &'p Declaration) -> Option<Self> {
        let [only] = declaration.declarators.as_slice() else {
            return None;
        };
        let Initializer::Expression(value) = &only.node.initializer.as_ref()?.node else {
            return None;
        };
        let declared = Some(declared_name(&only.node.declarator)?);
        let found = CallUse::in_expression(value)?;
        let is_plain = found.kept.is_none() && is_plain_declarator(&only.node.declarator.node);
        is_plain.then_some(CallUse { declared, ..found })
    }

    /// The name of the object that gets the result.
    pub(super) fn object(&self) -> Option<&'p str> {
        let declared = self.declared.map(|name| name.node.name.as_str());
        declared.or_else(|| name(self.kept?))
    }

    /// The call of a statement.
    pub(super) fn of(statement: &'p Statement) -> Option<Self> {
        match statement {
            Statement::Expression(Some(expression)) => CallUse::in_expression(expression),
            Statement::If(test) if is_exit(&test.node) => {
                let condition = &test.node.condition;
                let found = CallUse::in_test(condition)?;
                let leaves = Some((&**condition, &*test.node.then_statement));
                Some(CallUse { leaves, ..found })
            }
            _ => None,
        }
    }

    /// The same with a test of the object that gets the result in the next statement.
    pub(super) fn then(self, next: &'p Statement) -> Option<Self> {
        let Statement::If(test) = next else {
            return None;
        };
        let condition = &test.node.condition;
        let kept = self.object()?;
        let is_exit = self.leaves.is_none() && is_exit(&test.node) && tests(condition, kept);
        is_exit.then_some(CallUse {
            leaves: Some((&**condition, &*test.node.then_statement)),
            ..self
        })
    }

    fn in_expression(expression: &'p Node<Expression>) -> Option<Self> {
        match &expression.node {
            Expression::Call(call) => {
                let name = name(&call.node.callee)?;
                Some(CallUse {
                    name,
                    arguments: &call.node.arguments,
                    at: expression.span,
                    kept: None,
                    declared: None,
                    is_cast: false,
                    leaves: None,
                })
            }
            Expression::BinaryOperator(binary)
                if binary.node.operator.node == BinaryOperator::Assign =>
            {
                name(&binary.node.lhs)?;
                let found = CallUse::in_expression(&binary.node.rhs)?;
                let kept = found.kept.is_none().then_some(&*binary.node.lhs);
                kept.map(|kept| CallUse {
                    kept: Some(kept),
                    ..found
                })
            }
            Expression::Cast(cast) => {
                let found = CallUse::in_expression(&cast.node.expression)?;
                found.kept.is_none().then_some(CallUse {
                    is_cast: true,
                    ..found
                })
            }
            _ => None,
        }
    }

    /// The call that a test compares with a number.
    fn in_test(test: &'p Node<Expression>) -> Option<Self> {
        match &test.node {
            Expression::UnaryOperator(unary)
                if unary.node.operator.node == UnaryOperator::Negate =>
            {
                CallUse::in_test(&unary.node.operand)
            }
            Expression::BinaryOperator(binary) if is_comparison(&binary.node.operator.node) => {
                CallUse::in_test(&binary.node.lhs).or_else(|| CallUse::in_test(&binary.node.rhs))
            }
            _ => CallUse::in_expression(test),
        }
    }

    /// Whether the block is left when the call returns a number; `None` if that is not known.
    pub(super) fn leaves_with(&self, caller: Place<'_, '_>, result: i64) -> Option<bool> {
        let Some((test, _)) = self.leaves else {
            return Some(false);
        };
        value_with(caller, test, (self.at, self.object()), result).map(|value| value != 0)
    }
}

/// `if (..) return;` without `else`.
fn is_exit(test: &IfStatement) -> bool {
    test.else_statement.is_none() && always_leaves(&test.then_statement.node)
}

/// Whether a test compares an object with numbers.
fn tests(test: &Node<Expression>, object: &str) -> bool {
    match &test.node {
        Expression::Identifier(found) => found.node.name == object,
        Expression::UnaryOperator(unary) => tests(&unary.node.operand, object),
        Expression::BinaryOperator(binary) if is_comparison(&binary.node.operator.node) => {
            tests(&binary.node.lhs, object) || tests(&binary.node.rhs, object)
        }
        _ => false,
    }
}

/// The value of a test in which a call, or the object that gets its result, is a number.
fn value_with(
    caller: Place<'_, '_>,
    test: &Node<Expression>,
    (call, kept): (Offsets, Option<&str>),
    result: i64,
) -> Option<i64> {
    let inner = |e| value_with(caller, e, (call, kept), result);
    if test.span == call || (kept.is_some() && name(test) == kept) {
        return Some(result);
    }
    match &test.node {
        Expression::UnaryOperator(unary) => match unary.node.operator.node {
            UnaryOperator::Negate => Some(i64::from(inner(&unary.node.operand)? == 0)),
            _ => number(caller, test),
        },
        Expression::BinaryOperator(binary) => {
            let (a, b) = (inner(&binary.node.lhs), inner(&binary.node.rhs));
            let holds = match binary.node.operator.node {
                BinaryOperator::Assign => return b,
                BinaryOperator::Equals => a? == b?,
                BinaryOperator::NotEquals => a? != b?,
                BinaryOperator::Less => a? < b?,
                BinaryOperator::LessOrEqual => a? <= b?,
                BinaryOperator::Greater => a? > b?,
                BinaryOperator::GreaterOrEqual => a? >= b?,
                _ => return None,
            };
            Some(i64::from(holds))
        }
        _ => number(caller, test),
    }
}
