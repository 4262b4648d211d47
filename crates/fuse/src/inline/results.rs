//! Results of stages: where a body returns before its end, and what.

use super::stage::is_loop;
use crate::inner::inner;
use crate::memory::is_null;
use crate::prepare::content;
use c::names::file::Function;
use c::names::symbols::{Origin, Symbol, VarId, Variable};
use c::names::types::{Storage, Type};
use c::syntax::constant::evaluate;
use c::syntax::expressions::sides;
use lang_c::ast::{BinaryOperator, BlockItem, Expression, IfStatement, Statement, UnaryOperator};
use lang_c::span::{Node, Span as Offsets};
use source::Unit;

/// A test among the items of a body that leaves it: `if (w < 3) return -1;`
#[derive(Debug)]
pub(super) struct Guard<'p> {
    /// The whole statement.
    pub(super) at: Offsets,
    pub(super) test: &'p Node<Expression>,
    /// The `return` in it.
    pub(super) leave: Offsets,
    /// What it returns, if anything.
    pub(super) result: Option<Outcome<'p>>,
    /// Whether it is in a loop.
    pub(super) is_nested: bool,
    /// Whether it does nothing before it leaves.
    pub(super) is_plain: bool,
}

/// A number that a body returns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome<'p> {
    pub(super) value: i64,
    /// The expression.
    pub(super) written: &'p Node<Expression>,
}

/// The ways out of a body.
#[derive(Debug, Default)]
pub(super) struct Results<'p> {
    pub(super) guards: Vec<Guard<'p>>,
    /// The `return` at the end.
    pub(super) end: Option<Offsets>,
    /// What the end returns, if anything.
    pub(super) last: Option<Outcome<'p>>,
    /// What the end computes, in a body without other ways out.
    pub(super) computed: Option<&'p Node<Expression>>,
    /// The local pointer or structure that the end returns: `return im;`
    pub(super) made: Option<VarId>,
    /// The one that the end stores behind a parameter: `*out = im;`
    pub(super) given: Option<Given>,
}

/// A local that a body stores behind a parameter as its last statement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given {
    pub(super) local: VarId,
    /// The number of the parameter.
    pub(super) parameter: usize,
    /// The statement.
    pub(super) at: Offsets,
}

impl<'p> Results<'p> {
    /// The ways out of a body; `None` if a result is no number. No caller uses a missing one.
    pub(super) fn of(
        unit: &Unit,
        function: &Function<'_>,
        items: &'p [Node<BlockItem>],
    ) -> Option<Self> {
        let mut results = Results::default();
        let returns = &function.returns;
        let is_void = *returns == Type::Void;
        let value = |returned: &'p Returned| match (is_void, returned) {
            (true, None) => Some(None),
            (false, Some(written)) => {
                let value = number((unit, function), written)?;
                Some(Some(Outcome { value, written }))
            }
            _ => None,
        };
        for (index, item) in items.iter().enumerate() {
            let BlockItem::Statement(statement) = &item.node else {
                continue;
            };
            match &statement.node {
                Statement::Return(returned) if index + 1 == items.len() => {
                    results.end = Some(statement.span);
                    results.made = { returned.as_ref() }.and_then(|value| made(function, value));
                    match (value(returned), returned) {
                        _ if results.made.is_some() => {}
                        (Some(last), _) => results.last = last,
                        (None, Some(computed)) if results.guards.is_empty() => {
                            results.computed = Some(computed);
                        }
                        _ => return None,
                    }
                }
                Statement::If(test) => {
                    let Some((leave, returned)) = returned(&test.node) else {
                        continue;
                    };
                    let then = content(&test.node.then_statement).map(|then| &then.node);
                    results.guards.push(Guard {
                        at: statement.span,
                        test: &test.node.condition,
                        leave,
                        result: value(returned)?,
                        is_nested: false,
                        is_plain: matches!(then, Some(Statement::Return(_))),
                    });
                }
                _ if is_loop(&statement.node) => {
                    let mut found = Vec::new();
                    nested(statement, &mut found);
                    for (at, test, leave, returned) in found {
                        results.guards.push(Guard {
                            at,
                            test,
                            leave,
                            result: value(returned)?,
                            is_nested: true,
                            is_plain: false,
                        });
                    }
                }
                _ => {}
            }
        }
        results.given = given(function, items);
        let is_number = matches!(returns, Type::Integer(_))
            || matches!(returns, Type::Floating(_)) && results.computed.is_some();
        let is_known = is_void || results.made.is_some() || is_number;
        is_known.then_some(results)
    }

    /// Whether a `return` is one of these.
    pub(super) fn contains(&self, at: &Offsets) -> bool {
        self.end.as_ref() == Some(at) || self.guards.iter().any(|guard| guard.leave == *at)
    }
}

/// The local pointer or structure that a result names.
fn made(function: &Function<'_>, result: &Node<Expression>) -> Option<VarId> {
    name(result)?;
    let id = function.object(&result.node)?;
    let variable = function.symbols.variable(id);
    (is_storage(variable) && variable.declared_type == function.returns).then_some(id)
}

/// The local pointer or structure that the last statement stores behind a parameter which is not
/// used otherwise.
fn given<'p>(function: &Function<'_>, items: &'p [Node<BlockItem>]) -> Option<Given> {
    let statement = |item: &'p Node<BlockItem>| match &item.node {
        BlockItem::Statement(statement) => Some(statement),
        _ => None,
    };
    let mut last = items.iter().rev().map_while(statement);
    let last = last.find(|s| !matches!(s.node, Statement::Return(_)))?;
    let Statement::Expression(Some(expression)) = &last.node else {
        return None;
    };
    let (set, value) = sides(expression, &BinaryOperator::Assign)?;
    let Expression::UnaryOperator(set) = &set.node else {
        return None;
    };
    let (local, id) = (
        function.object(&value.node)?,
        function.object(&set.node.operand.node)?,
    );
    let (symbols, own) = (&function.symbols, function.symbols.variable(local));
    let parameter = symbols.variable(id);
    let is_fit = set.node.operator.node == UnaryOperator::Indirection
        && is_storage(own)
        && !own.address_taken
        && parameter.declared_type.target() == Some(&own.declared_type)
        && parameter.mentions.len() == 1;
    let place = symbols.parameters.iter().position(|p| *p == Some(id));
    place.filter(|_| is_fit).map(|parameter| Given {
        local,
        parameter,
        at: last.span,
    })
}

/// The tests in a loop that leave the body.
fn nested<'p>(
    statement: &'p Node<Statement>,
    found: &mut Vec<(Offsets, &'p Node<Expression>, Offsets, &'p Returned)>,
) {
    if let Statement::If(test) = &statement.node
        && let Some((leave, returned)) = returned(&test.node)
    {
        found.push((statement.span, &test.node.condition, leave, returned));
        return;
    }
    { inner(statement).into_iter() }.for_each(|inner| nested(inner, found));
}

/// Whether an object is a local pointer or structure.
fn is_storage(variable: &Variable<'_>) -> bool {
    matches!(variable.declared_type, Type::Pointer(_) | Type::Record(_))
        && variable.origin == Origin::Local
        && variable.storage == Storage::Automatic
}

/// A function in its file.
pub(crate) type Place<'a, 'p> = (&'a Unit, &'a Function<'p>);

/// The value of an expression without objects.
pub(crate) fn number(
    (unit, function): Place<'_, '_>,
    expression: &Node<Expression>,
) -> Option<i64> {
    let at = function.base.range(expression.span).start;
    if let Expression::Identifier(_) = &expression.node
        && let Some(Symbol::Constant(constant)) = function.symbols.mentions.get(&at)
    {
        return Some(constant.value);
    }
    if is_null(expression) {
        return Some(0);
    }
    evaluate(&expression.node, &mut |name| {
        unit.macros.get(name).map(|m| m.value)
    })
}

type Returned = Option<Box<Node<Expression>>>;

/// The `return` at the end of the statement under a test.
fn returned(test: &IfStatement) -> Option<(Offsets, &Returned)> {
    let mut last = &*test.then_statement;
    while let Statement::Compound(items) = &last.node {
        match &items.last()?.node {
            BlockItem::Statement(inner) => last = inner,
            _ => return None,
        }
    }
    match &last.node {
        Statement::Return(returned) if test.else_statement.is_none() => Some((last.span, returned)),
        _ => None,
    }
}

/// The name that an expression is.
pub(super) fn name(expression: &Node<Expression>) -> Option<&str> {
    match &expression.node {
        Expression::Identifier(name) => Some(&name.node.name),
        _ => None,
    }
}
