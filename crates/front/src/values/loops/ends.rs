//! The ends of plain loops and the stores in their bodies, for loops that are to run in strips.

use super::{Counter, Parts};
use crate::values::evaluator::Evaluator;
use crate::values::state::{Ends, Stored};
use c::syntax::exits::item_leaves;
use c::syntax::expressions::{relation, sides};
use lang_c::ast::{BinaryOperator, BlockItem, Expression, Statement};
use lang_c::span::Node;
use scop::IntType;

impl Evaluator<'_> {
    /// The end of a plain `for` loop: `x < e; x++`.
    pub(super) fn ends(&mut self, parts: &Parts<'_>, counter: &Counter) -> Option<Ends> {
        let (operator, left, bound) = relation(parts.condition?)?;
        let [step] = parts.steps.as_slice() else {
            return None;
        };
        let is_plain = !parts.steps_inside
            && !parts.breaks_first
            && parts.strips.is_none()
            && counter.step == 1
            && counter.ty == IntType::INT
            && self.variable_named(left) == Some(counter.var)
            && self.is_lasting_int(bound, &counter.name);
        is_plain.then(|| Ends {
            step: self.base.range(step.span),
            bound: self.base.range(bound.span),
            inclusive: operator == BinaryOperator::LessOrEqual,
            stores: self.stores(parts.body),
        })
    }

    /// Whether an expression in the innermost loop is an `int` or narrower, and has one known value
    /// for all its iterations.
    fn is_lasting_int(&mut self, expression: &Node<Expression>, iterator: &str) -> bool {
        let value = self.value(expression);
        value.is_some_and(|v| v.ty.promoted() == IntType::INT && !v.expr.mentions(iterator))
    }

    fn stores(&self, body: &Node<Statement>) -> Vec<Stored> {
        let Statement::Compound(items) = &body.node else {
            return Vec::new();
        };
        let is_declaration =
            |item: &Node<BlockItem>| matches!(item.node, BlockItem::Declaration(_));
        let first = items.iter().position(|item| !is_declaration(item));
        let last_exit = items.iter().rposition(|item| item_leaves(item).any());
        let behind = items
            .iter()
            .enumerate()
            .skip(last_exit.map_or(0, |at| at + 1));
        let store = |(at, item): (usize, &Node<BlockItem>)| {
            let BlockItem::Statement(statement) = &item.node else {
                return None;
            };
            let Statement::Expression(Some(assignment)) = &statement.node else {
                return None;
            };
            let (element, _) = sides(assignment, &BinaryOperator::Assign)?;
            sides(element, &BinaryOperator::Index)?;
            Some(Stored {
                element: self.base.range(element.span),
                whole: self.base.range(statement.span),
                is_first: Some(at) == first,
            })
        };
        behind.filter_map(store).collect()
    }
}
